import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { aDevice, aWorkingClass } from "../support/quiz-class.ts";

const saved = (page: Page) => page.getByText(/^Saved at/).waitFor();
const begin = async (page: Page, name = "Start quiz") => {
  await page.getByRole("button", { name }).click();
  await page.locator("l-work:defined").first().waitFor({ state: "attached" });
};
const items = (page: Page) => page.locator(".order .item").allInnerTexts();

void describe("A quiz in a browser", () => {
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

  void test("two devices merge their answers, and the later one chooses where both answered", async () => {
    const { member, quizPath: path } = await aWorkingClass(live);
    const laptop = await aDevice(live, browser, { member, path });
    await begin(laptop);
    const phone = await aDevice(live, browser, { member, path, viewport: { width: 360, height: 740 } });
    await phone.locator("l-work:defined").first().waitFor({ state: "attached" });
    await laptop.getByRole("radio", { name: "The moon" }).check();
    await saved(laptop);
    await phone.getByRole("radio", { name: "Venus" }).check();
    await phone.getByText("You entered something else on another device").waitFor();
    assert.match(await phone.locator(".notice.ask").innerText(), /Question 1: The moon/);
    await phone.getByRole("button", { name: "Take the other version" }).click();
    assert.equal(await phone.getByRole("radio", { name: "The moon" }).isChecked(), true);
    await phone.getByRole("button", { name: "Next" }).click();
    // It says already that the taken answer is saved.
    const sent = phone.waitForResponse(/\/draft$/);
    await phone.getByRole("checkbox", { name: "Jupiter" }).check();
    assert.equal((await sent).status(), 200);
    await saved(phone);
    await laptop.locator('[name="q.name"]').fill("Sol");
    await laptop.getByText("Answers from your other device were added").waitFor();
    assert.equal(await laptop.getByRole("checkbox", { name: "Jupiter" }).isChecked(), true);
    await saved(laptop);
    await laptop.context().close();
    await phone.context().close();
  });

  void test("items are moved by keys, buttons and dragging, and stay after a reload", async () => {
    const { member, quizPath: path } = await aWorkingClass(live);
    const page = await aDevice(live, browser, { member, path });
    await begin(page);
    const before = await items(page);
    const first = page.locator(".order li").first();
    await first.locator(".down").focus();
    await page.keyboard.press("ArrowDown");
    assert.deepEqual((await items(page)).slice(0, 2), [before[1], before[0]]);
    await page.locator(".order li").nth(1).locator(".up").click();
    assert.deepEqual(await items(page), before);
    const [from, to] = [page.locator(".order .handle").first(), page.locator(".order li").last()];
    const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
    await page.mouse.move(start.x + 5, start.y + 5);
    await page.mouse.down();
    await page.mouse.move(start.x + 5, end.y + end.height - 4, { steps: 12 });
    await page.mouse.up();
    const dragged = await items(page);
    assert.equal(dragged.at(-1), before[0]);
    await saved(page);
    await page.reload();
    assert.deepEqual(await items(page), dragged);
    await page.context().close();
  });

  void test("on a phone it goes question by question, and an empty one is a link away", async () => {
    const { member, quizPath: path } = await aWorkingClass(live);
    const page = await aDevice(live, browser, { member, path, viewport: { width: 360, height: 740 } });
    await begin(page);
    assert.equal(await page.locator("[data-question]:visible").count(), 1);
    await page.getByRole("radio", { name: "The sun" }).check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Question 2 of 7").waitFor();
    assert.match(await page.locator(".jump").innerText(), /1 of 7 answered/);
    await page.getByRole("button", { name: "Submit answers" }).click();
    await page.getByText("6 questions have no answer").waitFor();
    await page.getByRole("link", { name: "Question 4" }).first().click();
    await page.locator('[name="q.name"]').fill("Sol");
    await page.getByText("2 of 7 answered").waitFor();
    await page.getByRole("button", { name: "Submit anyway" }).click();
    await page.getByText("Not passed.").waitFor();
    assert.equal(await page.locator(".marked.correct").count(), 2);
    await page.context().close();
  });

  void test("the time that is left is shown, and its end submits what is there", async () => {
    const { member, quizPath: path } = await aWorkingClass(live, { quiz: { time_limit_seconds: 10 } });
    const page = await aDevice(live, browser, { member, path });
    await begin(page);
    await page.getByRole("radio", { name: "The sun" }).check();
    await page.getByText(/0[0-9] left/).waitFor();
    await page.getByText("Not passed.").waitFor({ timeout: 30_000 });
    assert.equal(await page.locator(".marked.correct").count(), 1);
    await page.context().close();
  });

  for (const locale of ["en-GB", "zh-TW"]) {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [320, 360, 1280]) {
        void test(`its pages have no axe violation and no overflow: ${locale}, ${colorScheme}, ${width} px`, async () => {
          const taught = await aWorkingClass(live);
          const options = { locale, colorScheme, viewport: { width, height: 800 } };
          const page = await aDevice(live, browser, { member: taught.member, path: taught.quizPath, ...options });
          const check = async (what: string) => {
            assert.deepEqual(await violationsOf(page), [], what);
            const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
            assert.ok(Number(overflow) <= 0, `${what}: ${String(overflow)} px`);
          };
          await check("start");
          await page.locator('form[action$="/quiz"] button').click();
          await page.locator("l-work:defined").first().waitFor({ state: "attached" });
          await page.getByRole("radio", { name: "The sun" }).check();
          await check("questions");
          await page.locator(".foot-of-work .primary").click();
          await page.locator("#check").waitFor();
          await check("question before the submission");
          await page.locator('button[name="confirmed"]').click();
          await page.locator(".outcome").waitFor();
          await check("result");
          await page.goto(live.origin + taught.assignmentPath);
          await page.locator("#text").fill("Three stars");
          await check("assignment");
          await page.context().close();
        });
      }
    }
  }
});
