import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator } from "../support/operator.ts";
import { aClass, half, record, right, scopes } from "../support/quiz-class.ts";

/** When the solutions of a quiz with two attempts appear: after half of the points, and after the last attempt. */
const cases = [
  ["never", false, false, false],
  ["after_submit", true, true, true],
  ["after_pass", true, true, true],
  ["after_correct", false, false, true],
  ["after_last_attempt", false, true, false],
  ["after_correct_or_last_attempt", false, true, true],
] as const;

void test("Solutions appear when the quiz shows them: by attempts, by passing or by correct answers", async () => {
  const operator = await anOperator(scopes);
  for (const [show_answers, afterHalf, afterLast, afterWhole] of cases) {
    const class_ = () => aClass(operator, { attempts_allowed: 2, pass_percent: 50, show_answers });
    const slow = await class_();
    assert.equal(await shows(slow, half), afterHalf, `${show_answers} after half of the points`);
    assert.equal(await shows(slow, half), afterLast, `${show_answers} after the last attempt`);
    assert.equal(await shows(await class_(), right), afterWhole, `${show_answers} after an attempt without errors`);
  }

  async function shows(
    { path, member, ...of }: Awaited<ReturnType<typeof aClass>>,
    answers: object[],
  ): Promise<boolean> {
    assertStatus(await record(operator, of, answers), 201);
    const { body } = await (await operator.site.signedIn(member)).open(path);
    assert.match(body, /Your answer/);
    return !body.includes("Correct answers are not shown");
  }
});

void test("The feedback of the choices that a student made is shown with the solutions only", async () => {
  const operator = await anOperator(scopes);
  const questions = [
    {
      id: "star",
      kind: "single",
      prompt_markdown: "Which is a star?",
      choices: [
        { id: "sun", text: "The sun", correct: true, feedback: "It burns." },
        { id: "moon", text: "The moon", feedback: "It only reflects <b>light</b>." },
      ],
    },
  ];
  const wrong = [{ question_id: "star", choice_ids: ["moon"] }];
  for (const [show_answers, isShown] of [
    ["after_submit", true],
    ["never", false],
    ["after_pass", false],
  ] as const) {
    const { path, member, ...of } = await aClass(operator, { questions, show_answers });
    const browser = await operator.site.signedIn(member);
    assert.doesNotMatch((await browser.open(path)).body, /It burns|It only reflects/, "Before the attempt");
    assertStatus(await record(operator, of, wrong), 201);
    const { body } = await browser.open(path);
    assert.equal(body.includes("It only reflects &lt;b&gt;light&lt;/b&gt;."), isShown, show_answers);
    assert.doesNotMatch(body, /It burns/, "The feedback of another choice could be the solution.");
  }
});
