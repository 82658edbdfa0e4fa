import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";
import { collectComplaints } from "../../support/browsers/collect-complaints.ts";

/** All cases: the `.long.test.ts` files beside this one. */
void describe("The scripts of a derived form in a browser", () => {
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

  void test("run under the policy of the page, and keep what is typed", async () => {
    const page = await anOwner(live, browser);
    const messages: string[] = [];
    collectComplaints(page, messages);
    page.on("pageerror", (error) => messages.push(error.message));
    await page.goto(`${live.origin}/admin/lecturers/new`);
    await page.locator(".rich [role=textbox]").click();
    await page.keyboard.type("Builds engines.");
    await page.locator("#name").fill("Ada");
    await page.getByText("What you type is kept").waitFor();
    await page.goto("about:blank");
    await page.goto(`${live.origin}/admin/lecturers/new`);
    await page.getByRole("button", { name: "Restore what you typed" }).click();
    assert.equal(await page.locator("#name").inputValue(), "Ada");
    assert.equal(await page.locator("textarea[name=bio_markdown]").inputValue(), "Builds engines.");
    await page.locator("main button[type=submit]").click();
    await page.waitForURL(/done=created/);
    assert.deepEqual(messages, []);
    await page.context().close();
  });
});
