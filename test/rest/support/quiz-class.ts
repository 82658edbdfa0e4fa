import assert from "node:assert/strict";
import { newId } from "#domain/platform/ids.ts";
import type { Operator } from "./operator.ts";
import { aCourse, aLecture, aSection } from "./taught-course.ts";

export const scopes = "students:read students:write courses:read courses:write curriculum:read curriculum:write";

export const questions = [
  {
    id: "star",
    kind: "single",
    prompt_markdown: "Which is a star?",
    choices: [
      { id: "sun", text: "The sun", correct: true },
      { id: "moon", text: "The moon" },
    ],
  },
  { id: "name", kind: "short_text", prompt_markdown: "Its Latin name?", accepted_answers: ["Sol"] },
];
export const right = [
  { question_id: "star", choice_ids: ["sun"] },
  { question_id: "name", text: "  SOL " },
];
export const half = [{ question_id: "star", choice_ids: ["sun"] }];

export interface Attempt {
  id: string;
  score_percent: number | null;
  passed: boolean | null;
  attempt_no: number;
  quiz_version: number;
  answers: { question_id: string; correct: boolean; points: number }[];
}

/** A published course whose only lecture is a quiz, and an enrolled student. */
export async function aClass(operator: Operator, settings: object = {}) {
  const course = await aCourse(operator);
  const section = await aSection(operator, course);
  const { id: lecture } = await aLecture(operator, section, { kind: "quiz", completion_rule: { kind: "pass_quiz" } });
  const quiz = { pass_percent: 60, questions, ...settings };
  assert.equal((await operator.put(`/lectures/${lecture}/quiz`, quiz)).statusCode, 200);
  const member = await operator.site.member({ email: `${newId()}@example.test` });
  const enrolled = await operator.post("/enrollments", { course_id: course, student_id: member.sub });
  const { id: enrollment } = enrolled.json<{ id: string }>();
  return { course, lecture, enrollment, member, quiz, path: `/learn/${course}/${lecture}` };
}

export const record = (
  operator: Operator,
  { enrollment, lecture }: { enrollment: string; lecture: string },
  answers: object[],
) => operator.post("/quiz_attempts", { enrollment_id: enrollment, lecture_id: lecture, answers });

export const statusOf = async (operator: Operator, enrollment: string) =>
  (await operator.get(`/enrollments/${enrollment}`)).json<{ status: string }>().status;
