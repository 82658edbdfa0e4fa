import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { formatId } from "#domain/platform/ids.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";

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

void test("The editor of a quiz begins with usual values, marks one answer, and counts while a person writes", async () => {
  const { lessons } = await aCourse(live.site, [[{ title: "Tides", kind: "quiz" }]]);
  const page = await anOwner(live, browser, { viewport: { width: 360, height: 740 } });
  await page.goto(`${live.origin}/admin/lectures/${formatId("lecture", lessons[0]!.id)}/quiz/edit`);
  await page.locator(".question l-markdown").scrollIntoViewIfNeeded();
  await page.locator(".question .rich [role=textbox]").waitFor();
  assert.equal(await page.locator("#pass_percent").inputValue(), "60");
  assert.equal(await page.locator('[name="questions.0.points"]').inputValue(), "1");
  assert.equal(await page.locator("l-quiz").innerText(), "Questions: 1, points: 1.");

  const shown = () => page.evaluate(`getComputedStyle(document.querySelector(".question [role=toolbar]")).opacity`);
  assert.equal(await shown(), "0");
  await page.locator(".question .rich [role=textbox]").click();
  assert.equal(await shown(), "1");
  await page.keyboard.type("What makes tides?");

  const answers = page.getByRole("radio", { name: "Correct" });
  await answers.nth(0).check();
  await answers.nth(1).check();
  assert.deepEqual([await answers.nth(0).isChecked(), await answers.nth(1).isChecked()], [false, true]);
  await page.locator('[name="questions.0.choices.0.text"]').fill("Wind");
  await page.locator('[name="questions.0.choices.1.text"]').fill("The Moon");
  const feedback = page.locator('[name="questions.0.choices.0.feedback"]');
  assert.equal(await feedback.isVisible(), false);
  await page.getByText("Feedback for this answer").first().click();
  await feedback.fill("Wind makes waves.");

  await page.getByRole("button", { name: "Add a question" }).click();
  // The text of the question, in the rich editor as soon as it is there.
  await page.locator(".question").last().locator(".rich [role=textbox]:focus").first().waitFor();
  await page.locator('[name="questions.1.points"]').fill("4");
  assert.equal(await page.locator("l-quiz").innerText(), "Questions: 2, points: 5.");
  const foot = await page.locator(".foot-of-form").boundingBox();
  assert.ok(foot && foot.height <= 96, `The buttons take ${foot?.height} px.`);
  assert.deepEqual(await violationsOf(page), []);

  await page.getByRole("button", { name: "Save the quiz" }).last().click();
  await page.waitForURL(/done=saved/);
  assert.equal(await page.locator('[name="questions.0.choices.1.correct"]').isChecked(), true);
  assert.equal(await page.locator('[name="questions.0.choices.0.feedback"]').isVisible(), true);
  await page.context().close();
});

void test("A question with true and false has its two answers, and a number asks for no letters", async () => {
  const { lessons } = await aCourse(live.site, [[{ title: "Tides", kind: "quiz" }]]);
  const page = await anOwner(live, browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${live.origin}/admin/lectures/${formatId("lecture", lessons[0]!.id)}/quiz/edit`);
  await page.locator(".question .rich [role=textbox]").waitFor();
  const kind = page.locator('[name="questions.0.kind"]');
  await kind.selectOption("true_false");
  const answers = page.locator(".question .answer input.of-text:visible");
  assert.deepEqual(await answers.evaluateAll((all) => all.map((one) => (one as { value?: string }).value)), [
    "True",
    "False",
  ]);
  await kind.selectOption("numeric");
  assert.equal(await page.getByLabel("Capital letters and punctuation").first().isVisible(), false);
  await kind.selectOption("short_text");
  assert.equal(await page.getByLabel("Capital letters and punctuation").first().isVisible(), true);
  await page.context().close();
});
