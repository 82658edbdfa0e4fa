import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";

const box = (page: Page) => page.locator(".rich [role=textbox]");
const source = (page: Page) => page.locator("textarea[name=bio_markdown]");

void describe("The editor of a Markdown field, with blocks", () => {
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

  async function open(): Promise<Page> {
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/lecturers/new`);
    await box(page).waitFor();
    await box(page).click();
    return page;
  }

  void test("offers blocks after a slash, filtered by what is typed, by keys", async () => {
    const page = await open();
    await page.keyboard.type("/");
    await page.getByRole("listbox", { name: "Blocks" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.keyboard.type("numb");
    assert.equal(await page.locator(".blocks > li").allInnerTexts().then(String), "Numbered list");
    await page.keyboard.press("Enter");
    await page.keyboard.type("rake");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/divid");
    await page.keyboard.press("Enter");
    await page.keyboard.type("A slash / in a line, and /unknown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/");
    await page.getByRole("listbox", { name: "Blocks" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.type("home");
    assert.equal(await page.getByRole("listbox", { name: "Blocks" }).count(), 0);
    assert.equal(
      (await source(page).inputValue()).trim(),
      "1. rake\n\n---\n\nA slash / in a line, and /unknown\n\n/home",
    );
    await page.context().close();
  });

  void test("writes callouts and code with its language as the renderer reads them", async () => {
    const page = await open();
    await page.keyboard.type("/call");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Mind the gap.");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/code b");
    const written = await source(page).inputValue();
    assert.match(written, /^> \[!NOTE\]/);
    await page.getByRole("button", { name: "Code block" }).click();
    await page.getByRole("button", { name: "Code language" }).click();
    await page.keyboard.type("python");
    await page.keyboard.press("Enter");
    assert.match(await source(page).inputValue(), /```python\n/);
    await page.context().close();
  });
});
