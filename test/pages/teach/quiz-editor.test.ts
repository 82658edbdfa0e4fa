import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { aQuizLecture, choice, moon } from "./support/quiz-lecture.ts";

const order = { kind: "ordering", prompt_markdown: "Sort by size.", choices: [choice("Moon"), choice("Earth")] };

void describe("The editor of a quiz, without scripts,", () => {
  void test("makes a quiz with questions of each kind", async () => {
    const { visitor, stored } = await aQuizLecture();
    await visitor.click("Edit quiz");
    visitor.enter({
      "Percent to pass": "80",
      "Attempts allowed": "3",
      "Time limit (minutes and seconds)": "10:00",
      "Question 1 › Question": "What makes **tides**?",
      "Question 1 › Points": "2",
      "Question 1 › Answer 1 › Answer": "The Moon",
      "Question 1 › Answer 2 › Answer": "The wind",
      "Question 1 › Explanation": "It pulls the water.",
    });
    visitor.enter({ "Question 1 › Answer 1 › Correct": true });
    await visitor.click("Add a question");
    visitor.enter({
      "Question 2 › Kind": "Number",
      "Question 2 › Question": "How many high tides are there in a day?",
      "Question 2 › Accepted answers": "2",
      "Question 2 › Accepted difference": "0.1",
    });
    await visitor.click("Add a question");
    visitor.enter({
      "Question 3 › Kind": "Matching",
      "Question 3 › Question": "Match them.",
      "Question 3 › Answer 1 › Answer": "Flood",
      "Question 3 › Answer 2 › Answer": "Ebb",
    });
    visitor.enter({ "Question 3 › Answer 1 › Belongs to": "rises", "Question 3 › Answer 2 › Belongs to": "falls" });
    await visitor.click("Save the quiz");
    visitor.sees("The quiz is saved.", "Questions: 3, points: 4");
    const quiz = await stored();
    assert.deepEqual([quiz.pass_percent, quiz.attempts_allowed, quiz.time_limit_seconds], [80, 3, 600]);
    assert.deepEqual(
      quiz.questions.map(({ kind, points, choices, accepted_answers, tolerance }) => [
        kind,
        points,
        choices.map(({ text, correct, match }) => [text, correct, match]),
        accepted_answers,
        tolerance,
      ]),
      [
        [
          "single",
          2,
          [
            ["The Moon", true, null],
            ["The wind", false, null],
          ],
          [],
          null,
        ],
        ["numeric", 1, [], ["2"], 0.1],
        [
          "matching",
          1,
          [
            ["Flood", false, "rises"],
            ["Ebb", false, "falls"],
          ],
          [],
          null,
        ],
      ],
    );
    await visitor.click("Save the quiz");
    visitor.sees("There was nothing to save.");
  });

  void test("moves, duplicates and deletes questions, and keeps what is typed", async () => {
    const { visitor, stored, edit } = await aQuizLecture([moon, order]);
    const [first, second] = (await stored()).questions.map(({ id }) => id);
    await visitor.open(edit);
    visitor.enter({ "Question 1 › Question": "What makes tides? Think." });
    await visitor.click("Move down: question 1");
    visitor.sees("The change is not saved yet.");
    await visitor.click("Duplicate: question 2");
    visitor.enter({ "Question 3 › Question": "A copy." });
    await visitor.click("Save the quiz");
    const copied = await stored();
    const prompts = () => copied.questions.map(({ prompt_markdown: prompt }) => prompt);
    assert.deepEqual(prompts(), ["Sort by size.", "What makes tides? Think.", "A copy."]);
    assert.deepEqual(
      copied.questions.slice(0, 2).map(({ id }) => id),
      [second, first],
    );
    assert.notEqual(copied.questions[2]!.id, first);
    assert.deepEqual(
      copied.questions[2]!.choices.map(({ text, correct }) => [text, correct]),
      [
        ["The Moon", true],
        ["Wind", false],
      ],
    );
    await visitor.click("Delete: question 1");
    await visitor.click("Save the quiz");
    assert.deepEqual(
      (await stored()).questions.map(({ prompt_markdown: prompt }) => prompt),
      ["What makes tides? Think.", "A copy."],
    );
  });

  void test("names each wrong question, keeps what is typed, and stores nothing", async () => {
    const { visitor, stored, edit } = await aQuizLecture([moon, order]);
    const before = await stored();
    await visitor.open(edit);
    visitor.enter({ "Question 2 › Kind": "Several choices", "Question 1 › Points": "many", "Percent to pass": "70" });
    await visitor.click("Save the quiz");
    visitor.sees("Nothing was saved. Correct these questions: Question 1 Question 2");
    assert.match(visitor.problems, /Mark the correct answers/);
    assert.deepEqual(await stored(), before);
    visitor.enter({ "Question 2 › Answer 1 › Correct": true, "Question 1 › Points": "3" });
    await visitor.click("Save the quiz");
    const { pass_percent: percent, questions } = await stored();
    assert.deepEqual([percent, questions[0]!.points, questions[1]!.kind], [70, 3, "multiple"]);
  });

  void test("leaves out empty questions and answers, and removes ticked ones", async () => {
    const { visitor, stored, edit } = await aQuizLecture([
      { ...moon, choices: [...moon.choices, choice("Fish"), choice("Ships")] },
    ]);
    await visitor.open(edit);
    await visitor.click("Add a question");
    visitor.enter({ "Question 1 › Answer 3 › Answer": "", "Question 1 › Remove answer 4": true });
    await visitor.click("Save the quiz");
    const { questions } = await stored();
    assert.deepEqual(
      questions.map(({ choices }) => choices.map(({ text }) => text)),
      [["The Moon", "Wind"]],
    );
  });

  void test("tells a second person that both have changed the questions, and keeps their settings", async () => {
    const { operator, visitor, stored, edit, id } = await aQuizLecture([moon]);
    await visitor.open(edit);
    assertStatus(await operator.put(`/lectures/${id}/quiz`, { questions: [moon, order], pass_percent: 90 }), 200);
    visitor.enter({ "Question 1 › Points": "5" });
    await visitor.click("Save the quiz");
    assert.equal((await stored()).questions.length, 2);
    await visitor.click("Open the quiz as it is saved now, in a new tab");
    visitor.sees("Questions: 2, points: 2");
    assertStatus(await operator.put(`/lectures/${id}/quiz`, { questions: [moon, order], pass_percent: 95 }), 200);
    visitor.enter({ "Attempts allowed": "2" });
    await visitor.click("Save the quiz");
    const { pass_percent: percent, attempts_allowed: attempts } = await stored();
    assert.deepEqual([percent, attempts], [95, 2]);
  });

  void test("shows the form again with all questions if it belongs to an earlier session", async () => {
    const { browser, stored, edit } = await aQuizLecture([moon]);
    const added = { "questions.count": "2", "questions.1.kind": "numeric", "questions.1.prompt_markdown": "How many?" };
    const refused = await browser.submit(await browser.open(edit), { ...added, csrf: "expired" }, edit);
    assert.equal(refused.status, 403);
    assert.match(refused.body, /How many\?/);
    assert.equal((await stored()).questions.length, 1);
    const from = { "sec-fetch-site": "cross-site" };
    const forged = await browser.request("POST", edit, { "questions.0.prompt_markdown": "Forged" }, from);
    assert.equal(forged.statusCode, 303);
  });

  void test("saves 200 questions with four answers each", async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...moon,
      prompt_markdown: `Question number ${index}: what makes tides, and why are there two of them in a day?`,
      choices: ["The Moon", "Wind", "Ships", "Fish"].map((text, at) => ({
        ...choice(text, at === 0),
        feedback: "See.",
      })),
    }));
    const { browser, stored, edit } = await aQuizLecture(many);
    const form = await browser.open(edit);
    const fields = Object.fromEntries(fieldsIn(form.body));
    const saved = await browser.submit(form, { ...fields, "questions.199.points": "7" }, edit);
    assert.match(saved.address, /done=saved/);
    const { questions } = await stored();
    assert.deepEqual([questions.length, questions[199]!.points, questions[199]!.choices.length], [200, 7, 4]);
  });
});

/** The fields with texts that a browser would send, and the ticked boxes. */
function* fieldsIn(page: string): Iterable<[string, string]> {
  const [form = ""] = /<form method="post" action="[^"]*quiz\/edit".*?<\/form>/s.exec(page) ?? [];
  const inner = form.replaceAll(/<template>.*?<\/template>/gs, "");
  for (const [tag] of inner.matchAll(/<input\b[^>]*>/g)) {
    const [, name = ""] = /\sname="([^"]+)"/.exec(tag) ?? [];
    const isBox = tag.includes('type="checkbox"');
    if (!isBox) yield [name, /\svalue="([^"]*)"/.exec(tag)?.[1] ?? ""];
    else if (/\schecked\b/.test(tag)) yield [name, "on"];
  }
  for (const [, name = "", text = ""] of inner.matchAll(/<textarea\b[^>]*\sname="([^"]+)"[^>]*>\n([^<]*)/g))
    yield [name, text];
  for (const [, name = "", options = ""] of inner.matchAll(/<select\b[^>]*\sname="([^"]+)"[^>]*>(.*?)<\/select>/gs)) {
    yield [name, /value="([^"]*)" selected/.exec(options)?.[1] ?? ""];
  }
}
