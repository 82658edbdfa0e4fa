import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";

void describe("A password field in a browser", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  for (const [locale, label] of [
    ["en-GB", "Show password"],
    ["zh-TW", "顯示密碼"],
  ] as const) {
    void test(`shows what was entered on request, and hides it before it is sent, in ${locale}`, async () => {
      const page = await browser.newPage({ locale });
      const errors: string[] = [];
      page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
      await page.goto(`${live.origin}/sign-in`);
      const field = page.locator('input[name="password"]');
      await field.fill("a long secret");
      const button = page.getByRole("button", { name: label });
      await button.click();
      assert.deepEqual([await field.getAttribute("type"), await button.getAttribute("aria-pressed")], ["text", "true"]);
      assert.equal(await field.inputValue(), "a long secret");
      await page.evaluate(`document.querySelector('input[name="password"]').form.dispatchEvent(new Event("submit"))`);
      assert.equal(await field.getAttribute("type"), "password");
      // The policy of the page permits the script.
      assert.deepEqual(errors, []);
      await page.close();
    });
  }
});
