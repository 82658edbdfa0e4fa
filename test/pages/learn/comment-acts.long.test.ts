import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { aDevice, aWorkingClass } from "../support/quiz-class.ts";

const phone = { width: 360, height: 740 };

/** Position and size of the acts of the first comment. */
const rowOf = (page: Page) =>
  page.evaluate<{ x: number; y: number; width: number; height: number }[]>(`
    [...document.querySelectorAll(".acts-on-comment summary, .acts-on-comment > .decision .button")].map((act) => {
      const { x, y, width, height } = act.getBoundingClientRect();
      return { x, y: y + scrollY, width, height };
    })`);

void describe("The acts of a comment on a phone", () => {
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

  void test("stay in one row, large enough to touch, while a form is opened by keys", async () => {
    const { member, assignmentPath: path } = await aWorkingClass(live);
    const page = await aDevice(live, browser, { member, path });
    await page.setViewportSize(phone);
    await page.goto(live.origin + path);
    await page.locator("#body").fill("Is Sirius two stars?");
    await page.getByRole("button", { name: "Post comment" }).click();
    await page.getByText("Your comment has been posted.").waitFor();
    const closed = await rowOf(page);
    assert.equal(closed.length, 3, "Reply, edit, delete.");
    assert.equal(new Set(closed.map(({ y }) => y)).size, 1);
    for (const { width, height } of closed) assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
    for (const label of ["Reply", "Edit", "Delete"]) {
      await page.locator(".acts-on-comment summary", { hasText: label }).press("Enter");
      await page.locator(".acts-on-comment details[open] form").last().waitFor();
      assert.deepEqual(
        (await rowOf(page)).map(({ y }) => y),
        closed.map(({ y }) => y),
        label,
      );
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), phone.width);
      await page.locator(".acts-on-comment summary", { hasText: label }).press("Enter");
    }
    await page.context().close();
  });
});
