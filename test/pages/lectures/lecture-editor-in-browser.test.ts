import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { formatId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { kill } from "../support/kill-page.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";
import { collectComplaints } from "../../support/browsers/collect-complaints.ts";

const body = (page: Page) => page.locator("textarea[name=body_markdown]");
const rich = (page: Page) => page.locator(".rich [role=textbox]").first();

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await rich(page).waitFor();
}

void describe("The editor of a lecture in a browser", () => {
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

  async function aLecture(text: string) {
    const { lessons } = await aCourse(live.site, [[{ title: "Orbits", kind: "text", bodyMarkdown: text }]]);
    const id = lessons[0]!.id;
    const stored = () =>
      database.one<{ title: string; bodyMarkdown: string }>`
        select title, body_markdown from lectures where site_id = ${live.site.site.id} and id = ${id}`;
    return { address: `${live.origin}/admin/lectures/${formatId("lecture", id)}/edit`, stored };
  }

  void test("saves a draft by itself, which students see once it is published", async () => {
    const { address, stored } = await aLecture("The moon.");
    const page = await anOwner(live, browser);
    const messages: string[] = [];
    collectComplaints(page, messages);
    page.on("pageerror", (error) => messages.push(error.message));
    await open(page, address);
    await page.locator("#title").fill("Orbits of moons");
    await rich(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" And the sun.");
    await page.getByText("Draft saved").waitFor();
    assert.deepEqual(await stored(), { title: "Orbits", bodyMarkdown: "The moon." });
    assert.equal(await page.evaluate("Object.keys(localStorage).length"), 0);
    await open(page, address);
    assert.equal(await page.locator("#title").inputValue(), "Orbits of moons");
    assert.equal(await body(page).inputValue(), "The moon. And the sun.");
    await page.getByText("You have unpublished changes").waitFor();
    await page.getByRole("button", { name: "Publish changes" }).click();
    await page.waitForURL(/done=saved/);
    assert.deepEqual(await stored(), { title: "Orbits of moons", bodyMarkdown: "The moon. And the sun." });
    assert.equal(await page.getByText("You have unpublished changes").count(), 0);
    assert.deepEqual(messages, []);
    await page.context().close();
  });

  void test("keeps the line breaks of a paragraph into which a person types", async () => {
    const text = "Wrapped\nby hand,\n*twice*.\n\nEnd";
    const { address, stored } = await aLecture(text);
    const page = await anOwner(live, browser);
    await open(page, address);
    await rich(page)
      .locator("p")
      .first()
      .click({ position: { x: 1, y: 6 } });
    await page.keyboard.press("Home");
    await page.keyboard.type("Now ");
    await page.getByText("Draft saved").waitFor();
    await page.getByRole("button", { name: "Publish changes" }).click();
    await page.waitForURL(/done=saved/);
    assert.equal((await stored()).bodyMarkdown, `Now ${text}`);
    await page.context().close();
  });

  void test("is accessible with its versions and its preview, on a phone and in the dark", async () => {
    const { address } = await aLecture("The moon.");
    const page = await anOwner(live, browser, { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
    await open(page, address);
    await page.locator("#title").fill("Orbits of moons");
    await page.getByText("Draft saved").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Publish changes" }).click();
    await page.waitForURL(/done=saved/);
    for (const other of ["revisions", "revisions/1", "preview"]) {
      await page.goto(address.replace(/edit$/, other));
      assert.deepEqual(await violationsOf(page), [], other);
      const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assert.ok(Number(beyond) <= 0, other);
    }
    await page.context().close();
  });

  void test("lets two windows of one person choose between their texts", async () => {
    const { address } = await aLecture("The moon.");
    const one = await anOwner(live, browser);
    const two = await one.context().newPage();
    await open(one, address);
    await open(two, address);
    await one.locator("#title").fill("First");
    await one.getByText("Draft saved").waitFor();
    await two.locator("#title").fill("Second");
    await two.getByRole("button", { name: "Use the text of the other window" }).click();
    assert.equal(await two.locator("#title").inputValue(), "First");
    await two.locator("#title").fill("Third");
    await two.getByText("Draft saved").waitFor();
    await open(one, address);
    assert.equal(await one.locator("#title").inputValue(), "Third");
    await one.context().close();
  });

  void test("finds every character again after the tab and the connection have ended", async () => {
    const { address } = await aLecture("");
    let page = await anOwner(live, browser);
    const context = page.context();
    let typed = "";
    await open(page, address);
    for (let round = 0; round < 4; round++) {
      // Every second time, the server cannot be reached while the person types.
      await context.setOffline(round % 2 === 1);
      const more = `Round ${round} 測試 ${"x".repeat(round)}`;
      await page.locator("#title").press("End");
      await page.locator("#title").pressSequentially(more);
      typed += more;
      await kill(page);
      await context.setOffline(false);
      page = await context.newPage();
      await open(page, address);
      assert.equal(await page.locator("#title").inputValue(), `Orbits${typed}`, `round ${round}`);
    }
    await context.close();
  });
});
