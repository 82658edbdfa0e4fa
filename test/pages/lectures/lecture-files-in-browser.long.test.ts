import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { formatId } from "#domain/platform/ids.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aCourse, silence } from "../../support/worlds/lessons.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";

const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(`About ${name}`) });

void describe("Files in the editor of a lecture", () => {
  let live: LiveSite;
  let browser: Browser;

  before(async () => {
    live = await aLiveSite();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  async function editorOf(kind: "text" | "audio"): Promise<string> {
    const { lessons } = await aCourse(live.site, [[{ title: "Orbits", kind, bodyMarkdown: "The moon." }]]);
    return `${live.origin}/admin/lectures/${formatId("lecture", lessons[0]!.id)}/edit`;
  }

  void test("are dropped several at a time, and listed by their names", async () => {
    const page = await anOwner(live, browser, { viewport: { width: 360, height: 740 } });
    await page.goto(await editorOf("text"));
    assert.equal(await page.getByRole("group", { name: "Video" }).isVisible(), false);
    await page.locator("l-attach input[type=file]").setInputFiles([file("one.txt"), file("two.txt")]);
    await page.locator("l-attach ol > li").nth(1).waitFor();
    assert.deepEqual(await page.locator("l-attach ol > li > a").allInnerTexts(), ["one", "two"]);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Move up: two" }).click();
    await page.waitForURL(/done=saved#files/);
    assert.deepEqual(await page.locator("l-attach ol > li > a").allInnerTexts(), ["two", "one"]);
    await page.context().close();
  });

  void test("fill in the length of an uploaded recording, which plays there", async () => {
    const page = await anOwner(live, browser);
    await page.goto(await editorOf("audio"));
    await page.locator("#duration_seconds").fill("");
    await page
      .locator('l-upload[data-for="video.file_id"] input[type=file]')
      .setInputFiles({ name: "bell.wav", mimeType: "audio/wav", buffer: silence(3) });
    await page.locator("[data-player] audio").waitFor();
    await page.evaluate(
      `new Promise((resolve) => {
        const field = document.querySelector("#duration_seconds");
        if (field.value !== "") resolve();
        field.addEventListener("input", () => resolve());
      })`,
    );
    assert.equal(await page.locator("#duration_seconds").inputValue(), "0:03");
    await page.context().close();
  });
});
