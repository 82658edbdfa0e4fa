import { aLecture, aTaughtCourse, curriculumScopes } from "../../../rest/support/taught-course.ts";
import { anOperator } from "../../../rest/support/operator.ts";
import { assertStatus } from "../../../support/assert-status.ts";
import { Visitor } from "../../../support/browsers/visitor.ts";

interface Quiz {
  pass_percent: number;
  attempts_allowed: number | null;
  time_limit_seconds: number | null;
  questions: {
    id: string;
    kind: string;
    points: number;
    prompt_markdown: string;
    accepted_answers: string[];
    tolerance: number | null;
    choices: { text: string; correct: boolean; match: string | null }[];
  }[];
}

/** An owner who looks at the lecture of a quiz. */
export async function aQuizLecture(questions?: object[]) {
  const operator = await anOperator(curriculumScopes);
  const { section } = await aTaughtCourse(operator);
  const { id } = await aLecture(operator, section, { kind: "quiz", title: "Tides" });
  if (questions) assertStatus(await operator.put(`/lectures/${id}/quiz`, { questions }), 200);
  const browser = await operator.site.signedIn(await operator.site.member({ roles: ["owner"] }));
  const visitor = await new Visitor(browser).open(`/admin/lectures/${id}`);
  const stored = async () => (await operator.get(`/lectures/${id}/quiz`)).json<Quiz>();
  return { operator, visitor, browser, id, stored, edit: `/admin/lectures/${id}/quiz/edit` };
}

export const choice = (text: string, correct = false) => ({ text, correct });

export const moon = {
  kind: "single",
  prompt_markdown: "What makes tides?",
  choices: [choice("The Moon", true), choice("Wind")],
};
