import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { aPerson } from "../../support/worlds/person.ts";
import { password } from "../../support/world.ts";
import { codeIn } from "./support/mailed-codes.ts";
import { collectComplaints } from "../../support/browsers/collect-complaints.ts";

void describe("Sign-in in a browser", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite({ signInByEmail: "first", openSignUp: true })]);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  /** A page that counts the clicks of its person, and reports messages of the console. */
  async function aPage(): Promise<{ page: Page; faultless: () => Promise<void> }> {
    const page = await aPerson(browser, { viewport: { width: 360, height: 800 } });
    const complaints: string[] = [];
    collectComplaints(page, complaints);
    const faultless = async () => {
      assert.deepEqual(await violationsOf(page), []);
      assert.deepEqual(complaints, []);
    };
    return { page, faultless };
  }

  void test("a person signs in with the digits of an email, pasted with a space, in two clicks", async () => {
    const { email } = await live.site.member();
    const { page, faultless } = await aPage();
    await page.goto(`${live.origin}/sign-in`);
    await faultless();
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Email me a sign-in code" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await faultless();
    const { digits, link } = await codeIn(email);
    await page.getByLabel("Six digits").fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    const elsewhere = await aPage();
    await elsewhere.page.goto(`${live.origin}${link}`);
    await elsewhere.page.getByText(digits).waitFor();
    await elsewhere.faultless();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/learn");
  });

  void test("a password can be shown, and is hidden again when it is sent", async () => {
    const { email } = await live.site.member();
    const { page, faultless } = await aPage();
    await page.goto(`${live.origin}/sign-in?way=password`);
    const field = page.getByLabel("Password");
    const show = page.getByRole("button", { name: "Show password" });
    await field.fill(password);
    assert.deepEqual(
      [await field.getAttribute("type"), await show.getAttribute("aria-pressed")],
      ["password", "false"],
    );
    await show.click();
    assert.deepEqual([await field.getAttribute("type"), await show.getAttribute("aria-pressed")], ["text", "true"]);
    assert.equal(await field.getAttribute("autocomplete"), "current-password");
    await faultless();
    await page.getByLabel("Email address").fill(email);
    await page.evaluate(`document.forms[0].addEventListener("submit", (event) => {
      event.preventDefault();
      document.title = document.getElementById("password").type;
    }, { once: true })`);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    assert.equal(await page.title(), "password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/learn");
  });

  void test("a page without scripts has no button that shows passwords, and its forms work", async () => {
    const { email } = await live.site.member();
    const page = await aPerson(browser, { javaScriptEnabled: false });
    await page.goto(`${live.origin}/sign-in?way=password`);
    assert.equal(await page.getByText("Show password").count(), 0);
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Email me a sign-in code" }).click();
    await page.getByLabel("Six digits").fill((await codeIn(email)).digits);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/learn");
  });
});
