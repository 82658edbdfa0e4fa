import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { newId } from "#domain/platform/ids.ts";
import { aCourse, aLecture, aSection } from "../../rest/support/taught-course.ts";
import { type Operator, operatorOf } from "../../rest/support/operator.ts";
import { scopes } from "../../rest/support/quiz-class.ts";
import type { LiveSite } from "../../support/worlds/live-site.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";
import type { AMember } from "../../support/world.ts";

const choices = (...texts: string[]) => texts.map((text, index) => ({ id: `c${index}`, text, correct: index === 0 }));

/** One question of each kind. */
export const everyKind = [
  {
    id: "star",
    kind: "single",
    prompt_markdown: "Which of these is a star?",
    choices: choices("The sun", "The moon", "Venus"),
    explanation: "The moon and Venus reflect its light.",
  },
  {
    id: "planets",
    kind: "multiple",
    prompt_markdown: "Which of these are planets?",
    choices: [...choices("Mars", "Sirius", "Pluto"), { id: "c3", text: "Jupiter", correct: true }],
  },
  { id: "north", kind: "true_false", prompt_markdown: "Polaris stays near north.", choices: choices("True", "False") },
  { id: "name", kind: "short_text", prompt_markdown: "The Latin name of the sun?", accepted_answers: ["Sol"] },
  { id: "moons", kind: "numeric", prompt_markdown: "How many moons has Mars?", accepted_answers: ["2"] },
  {
    id: "near",
    kind: "ordering",
    prompt_markdown: "Order the planets, the one nearest to the sun first.",
    choices: choices("Mercury", "Venus", "Earth", "Mars").map((choice) => ({ id: choice.id, text: choice.text })),
  },
  {
    id: "colors",
    kind: "matching",
    prompt_markdown: "Match the stars with their colors.",
    choices: [
      { id: "b", text: "Betelgeuse", match: "Red" },
      { id: "r", text: "Rigel", match: "Blue" },
    ],
  },
];

/** A class with a quiz and an assignment, and a student of it. */
export async function aWorkingClass(
  live: LiveSite,
  { quiz = {}, assignment = {}, language }: { quiz?: object; assignment?: object; language?: string } = {},
) {
  const operator: Operator = await operatorOf(live.site, `${scopes} students:read students:write`);
  const course = await aCourse(operator, "Night sky");
  if (language) await operator.patch(`/courses/${course}`, { language });
  const section = await aSection(operator, course);
  const aQuiz = await aLecture(operator, section, { title: "What shines above", kind: "quiz" });
  const content = { pass_percent: 60, questions: everyKind, ...quiz };
  assert.equal((await operator.put(`/lectures/${aQuiz.id}/quiz`, content)).statusCode, 200);
  const anAssignment = await aLecture(operator, section, { title: "A log of one night", kind: "assignment" });
  const task = {
    instructions_markdown: "Watch the sky for an hour and write down what you see.",
    submission_kinds: ["text", "url", "file"],
    ...assignment,
  };
  assert.equal((await operator.put(`/lectures/${anAssignment.id}/assignment`, task)).statusCode, 200);
  const member = await live.site.member({ email: `${newId()}@example.test` });
  await operator.post("/enrollments", { course_id: course, student_id: member.sub });
  return {
    operator,
    course,
    member,
    content,
    quizLecture: aQuiz.id,
    quizPath: `/learn/${course}/${aQuiz.id}`,
    assignmentLecture: anAssignment.id,
    assignmentPath: `/learn/${course}/${anAssignment.id}`,
  };
}

/** A browser in which the student is signed in, on this page. */
export async function aDevice(
  live: LiveSite,
  browser: Browser,
  { member, path, ...options }: { member: AMember; path: string } & Parameters<typeof aPerson>[1],
): Promise<Page> {
  const page = await aPerson(browser, options);
  await page.goto(`${live.origin}/sign-in?return_to=${encodeURIComponent(path)}`);
  await signIn(page, member);
  await page.waitForURL((url) => url.pathname.startsWith("/learn/"));
  return page;
}
