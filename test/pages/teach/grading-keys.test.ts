import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { aClass, assignmentScopes } from "../../rest/support/assigned-class.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { aLecture, aTaughtCourse, curriculumScopes } from "../../rest/support/taught-course.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { anOwner } from "../support/admin-browser.ts";
import { moon } from "./support/quiz-lecture.ts";

void describe("The keyboard of teachers in a browser", () => {
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

  void test("grades, undoes and inserts comments, and types letters into fields", async () => {
    const operator = await operatorOf(live.site, assignmentScopes);
    const student = await aClass(operator);
    await student.handIn({ text: "My bowline" });
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/submissions`);
    await page.getByRole("link", { name: "A bowline" }).click();
    await page.getByText("Ctrl + Enter").waitFor();
    await page.keyboard.press("c");
    await page.keyboard.type("just good");
    assert.equal(await page.locator("#feedback").inputValue(), "just good");
    await page.getByText("Saved comments").click();
    await page.getByRole("button", { name: "Save this feedback as a comment" }).click();
    await page.getByRole("button", { name: "just good", exact: true }).click();
    assert.equal(await page.locator("#feedback").inputValue(), "just good\njust good");
    await page.locator("#score").fill("8");
    await page.keyboard.press("Control+Enter");
    await page.getByText("The student is notified in a minute").waitFor();
    await page.locator("body").press("u");
    await page.getByText("Undone. The student was not notified.").waitFor();
    assert.equal(await page.locator("#score").inputValue(), "8");
    await page.context().close();
  });

  void test("adds up the points of the criteria while they are typed", async () => {
    const operator = await operatorOf(live.site, assignmentScopes);
    const student = await aClass(operator, {
      rubric: [
        { title: "Tightness", points: 6 },
        { title: "Beauty", points: 4 },
      ],
    });
    await student.handIn({ text: "My hitch" });
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/submissions`);
    await page.getByRole("link", { name: "A bowline" }).last().click();
    await page.getByText("Sum of the criteria: 0 of 10").waitFor();
    await page.getByLabel("Tightness").fill("5");
    await page.getByText("Sum of the criteria: 5 of 10").waitFor();
    await page.getByLabel("Beauty").fill("2,5");
    await page.getByText("Sum of the criteria: 7.5 of 10").waitFor();
    await page.context().close();
  });

  void test("moves and adds questions, and shows the fields of their kind only", async () => {
    const operator = await operatorOf(live.site, curriculumScopes);
    const { section } = await aTaughtCourse(operator);
    const { id } = await aLecture(operator, section, { kind: "quiz", title: "Tides" });
    const questions = [moon, { ...moon, prompt_markdown: "Again?" }];
    assertStatus(await operator.put(`/lectures/${id}/quiz`, { questions }), 200);
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/lectures/${id}/quiz/edit`);
    const second = page.locator("section.question").nth(1);
    await second.locator("select.kind").focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.getByText("Now row 1 of 2.").waitFor();
    await page.getByRole("button", { name: "Add a question" }).press("Enter");
    const third = page.locator("section.question").nth(2);
    assert.equal(await third.locator("legend").first().textContent(), "Question 3 ");
    assert.equal(await third.locator(".answer").count(), 2, "Free rows for answers are kept.");
    await third.locator("select.kind").selectOption("numeric");
    assert.equal(await third.locator("fieldset.of-choices").isVisible(), false);
    await third.locator(".rich [role=textbox]").fill("How many?");
    await third.locator("textarea[name$=accepted_answers]").fill("2");
    await page.locator(".foot-of-form button").click();
    await page.getByText("The quiz is saved.").waitFor();
    const { questions: stored } = (await operator.get(`/lectures/${id}/quiz`)).json<{
      questions: { prompt_markdown: string }[];
    }>();
    assert.deepEqual(
      stored.map(({ prompt_markdown: prompt }) => prompt),
      ["Again?", moon.prompt_markdown, "How many?"],
    );
    await page.context().close();
  });
});
