import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { aPost } from "../support/discussions.ts";
import { kill } from "../support/kill-page.ts";
import { aDevice, aWorkingClass } from "../support/quiz-class.ts";

const area = (page: Page) => page.locator("#body");

void describe("A comment that is not sent", () => {
  let live: LiveSite;
  let browser: Browser;
  let taught: Awaited<ReturnType<typeof aWorkingClass>>;

  before(async () => {
    live = await aLiveSite();
    browser = await launchBrowser();
    taught = await aWorkingClass(live);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  const open = async (page: Page, path: string) => {
    await page.goto(live.origin + path);
    await page.locator("l-kept:defined").first().waitFor({ state: "attached" });
  };
  void test("outlives a killed tab, and is forgotten when it was posted", async () => {
    const path = taught.assignmentPath;
    const first = await aDevice(live, browser, { member: taught.member, path });
    await open(first, path);
    await area(first).pressSequentially("Is Sirius two stars?");
    await first.getByText("The text is kept on this device").waitFor();
    const context = first.context();
    await kill(first);
    const page = await context.newPage();
    await open(page, path);
    assert.equal(await area(page).inputValue(), "Is Sirius two stars?");
    await page.getByRole("button", { name: "Post comment" }).click();
    await page.getByText("Your comment has been posted.").waitFor();
    await open(page, path);
    assert.equal(await area(page).inputValue(), "");
    await context.close();
  });

  void test("is warned about before it is left, and gone after sign-out", async () => {
    const path = taught.assignmentPath;
    const page = await aDevice(live, browser, { member: taught.member, path });
    await open(page, path);
    await area(page).pressSequentially("Half a question");
    const asked = page.waitForEvent("dialog");
    const leaving = page.getByRole("link", { name: "My learning" }).click();
    const dialog = await asked;
    assert.equal(dialog.type(), "beforeunload");
    await dialog.accept();
    await leaving;
    await page.waitForURL(/\/learn$/);
    await page.goto(`${live.origin}/account`);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByText("signed out").first().waitFor();
    assert.equal(await page.evaluate("localStorage.length"), 0);
    await page.context().close();
  });

  void test("is kept on posts as well, for members", async () => {
    const { path } = await aPost(live.site);
    const page = await aDevice(live, browser, { member: taught.member, path: taught.quizPath });
    await open(page, path);
    await area(page).pressSequentially("And the tides?");
    page.on("dialog", (dialog) => void dialog.accept());
    await open(page, path);
    assert.equal(await area(page).inputValue(), "And the tides?");
    await page.context().close();
  });
});
