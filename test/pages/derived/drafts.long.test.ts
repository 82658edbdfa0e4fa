import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { newId } from "#domain/platform/ids.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { signIn } from "../../support/worlds/person.ts";
import { anOwner } from "../support/admin-browser.ts";
import { kill } from "../support/kill-page.ts";

const form = "/admin/lecturers/new";

const drafts = (page: Page) =>
  page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('lectern-draft'))");

void describe("What is typed into a form of the admin area", () => {
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

  const open = async (page: Page, address = form) => {
    await page.goto(live.origin + address);
    await page.locator("l-unsaved:defined").waitFor({ state: "attached" });
  };

  void test("outlives a hundred kills of the page, to the last character", async () => {
    const first = await anOwner(live, browser);
    const context: BrowserContext = first.context();
    let page = first;
    let typed = "";
    await open(page);
    for (let round = 0; round < 100; round++) {
      const more = `Kill ${round}: 測試 ${"x".repeat(round % 7)}. `;
      await page.locator("#links").pressSequentially(more);
      typed += more;
      await kill(page);
      page = await context.newPage();
      await open(page);
      assert.equal(await page.locator("#links").inputValue(), "");
      await page.getByRole("button", { name: "Restore what you typed" }).click();
      assert.equal(await page.locator("#links").inputValue(), typed, `kill ${round}`);
    }
    await context.close();
  });

  void test("is offered until it is restored or discarded, also beside what is typed meanwhile", async () => {
    const page = await anOwner(live, browser);
    await open(page);
    await page.locator("#name").fill("Ada");
    await page.locator("#links").fill("https://ada.example");
    await page.goto("about:blank");
    await open(page);
    await page.locator("#name").fill("Ada Lovelace");
    await page.goto("about:blank");
    await open(page);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Restore what you typed" }).click();
    assert.equal(await page.locator("#name").inputValue(), "Ada Lovelace");
    assert.equal(await page.locator("#links").inputValue(), "https://ada.example");
    await page.goto("about:blank");
    await open(page);
    await page.getByRole("button", { name: "Discard" }).click();
    assert.equal(await page.locator("#name").inputValue(), "");
    assert.deepEqual(await drafts(page), []);
    await page.context().close();
  });

  void test("is removed once it is saved, and kept while the form is refused", async () => {
    const page = await anOwner(live, browser);
    await open(page, "/admin/coupons/new");
    await page.locator("#code").fill("not a code!");
    await page.locator("main button[type=submit]").click();
    await page.getByText("Nothing was saved").waitFor();
    assert.equal(await page.getByRole("button", { name: "Discard" }).count(), 0);
    assert.equal(((await drafts(page)) as string[]).length, 1);
    await kill(page);
    const next = await page.context().newPage();
    await open(next, "/admin/coupons/new");
    await next.getByRole("button", { name: "Restore what you typed" }).click();
    assert.equal(await next.locator("#code").inputValue(), "not a code!");
    await next.locator("#code").fill("SPRING");
    await next.locator('input[name="discount.kind"][value="percent"]').check();
    await next.locator('[id="discount.percent.percent"]').fill("10");
    await next.locator("main button[type=submit]").click();
    await next.waitForURL(/done=created/);
    await open(next, "/admin/coupons/new");
    assert.equal(await next.getByRole("button", { name: "Discard" }).count(), 0);
    assert.deepEqual(await drafts(next), []);
    await next.context().close();
  });

  void test("causes a question before the person leaves", async () => {
    const page = await anOwner(live, browser);
    await open(page);
    await page.locator("#name").pressSequentially("Ada");
    const question = page.waitForEvent("dialog");
    const leaving = page.getByRole("link", { name: "Cancel" }).click();
    const dialog = await question;
    assert.equal(dialog.type(), "beforeunload");
    await dialog.dismiss();
    await leaving;
    assert.equal(await page.locator("#name").inputValue(), "Ada");
    await page.locator("#name").fill("");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.waitForURL(`${live.origin}/admin/lecturers`);
    await page.context().close();
  });

  void test("has no passwords and no secrets", async () => {
    const page = await anOwner(live, browser);
    await open(page);
    await page.evaluate(`document.querySelector("form.derived").insertAdjacentHTML("beforeend",
      '<input type="password" id="first" name="phrase"><input id="second" name="webhook.secret"><input type="file" name="file">')`);
    await page.locator("#first").fill("hidden words");
    await page.locator("#second").fill("whsec hidden");
    await page.locator("#name").fill("Ada");
    const kept = String(await page.evaluate("JSON.stringify(localStorage)"));
    assert.match(kept, /Ada/);
    assert.doesNotMatch(kept, /hidden|phrase|secret/);
    await page.context().close();
  });

  void test("is not offered to another person who uses the browser, and removed from it", async () => {
    const page = await anOwner(live, browser);
    await open(page);
    await page.locator("#name").fill("Ada");
    await page.goto("about:blank");
    await page.context().clearCookies();
    const other = await live.site.member({ email: `${newId()}@example.test`, roles: ["owner"] });
    await page.goto(`${live.origin}/sign-in?return_to=${form}`);
    await signIn(page, other);
    await page.waitForURL(live.origin + form);
    await page.locator("l-unsaved:defined").waitFor({ state: "attached" });
    assert.equal(await page.getByRole("button", { name: "Discard" }).count(), 0);
    assert.deepEqual(await drafts(page), []);
    await page.context().close();
  });

  void test("is gone after sign-out", async () => {
    const page = await anOwner(live, browser);
    await open(page);
    await page.locator("#name").fill("Ada");
    assert.equal(((await drafts(page)) as string[]).length, 1);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.evaluate(`document.querySelector('form[action="/sign-out"]').requestSubmit()`);
    await page.getByText("signed out").first().waitFor();
    await page.goto(`${live.origin}/sign-in`);
    assert.deepEqual(await drafts(page), []);
    await page.context().close();
  });
});
