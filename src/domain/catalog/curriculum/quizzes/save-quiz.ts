import { isDeepStrictEqual } from "node:util";
import type { SiteScope } from "#domain/platform/context.ts";
import type { QuizFields, QuizRecord } from "./quiz.ts";
import { insertQuiz, keepQuizVersion, updateQuiz } from "./quiz-queries.ts";

/** Creates or replaces the quiz of a lecture, including a deleted one. Returns false if nothing changed. */
export async function saveQuiz(
  scope: SiteScope,
  lectureId: string,
  held: QuizRecord | undefined,
  fields: QuizFields,
  now: Date,
): Promise<boolean> {
  if (!held) {
    await insertQuiz(scope, { ...fields, lectureId }, now);
    return true;
  }
  const asksOtherwise = differs(held, fields, contentFields);
  if (!held.deletedAt && !asksOtherwise && !differs(held, fields, ["metadata"])) return false;
  const isNewVersion = asksOtherwise && held.attempted;
  if (isNewVersion) await keepQuizVersion(scope, held, now);
  const next = isNewVersion ? { quizVersion: held.quizVersion + 1, attempted: false } : {};
  await updateQuiz(scope, lectureId, { ...fields, ...next, deletedAt: null }, now);
  return true;
}

const contentFields = [
  "passPercent",
  "attemptsAllowed",
  "timeLimitSeconds",
  "shuffle",
  "showAnswers",
  "questions",
] as const satisfies (keyof QuizFields)[];

const differs = (held: QuizFields, wanted: QuizFields, fields: readonly (keyof QuizFields)[]): boolean =>
  fields.some((field) => !isDeepStrictEqual(held[field], wanted[field]));
