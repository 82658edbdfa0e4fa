import { isDeepStrictEqual } from "node:util";
import type { SiteScope } from "#domain/platform/context.ts";
import type { QuizFields, QuizRecord } from "./quiz.ts";
import { insertQuiz, keepQuizVersion, updateQuiz } from "./quiz-queries.ts";

/** Creates or replaces the quiz of a lecture, including a deleted one. Returns false if nothing changed. */
export async function saveQuiz(
  scope: SiteScope,
  lectureId: string,
  existing: QuizRecord | undefined,
  fields: QuizFields,
  now: Date,
): Promise<boolean> {
  if (!existing) {
    await insertQuiz(scope, { ...fields, lectureId }, now);
    return true;
  }
  const asksOtherwise = differs(existing, fields, contentFields);
  if (!existing.deletedAt && !asksOtherwise && !differs(existing, fields, ["metadata"])) return false;
  const isNewVersion = asksOtherwise && existing.attempted;
  if (isNewVersion) await keepQuizVersion(scope, existing, now);
  const next = isNewVersion ? { quizVersion: existing.quizVersion + 1, attempted: false } : {};
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

const differs = (existing: QuizFields, requested: QuizFields, fields: readonly (keyof QuizFields)[]): boolean =>
  fields.some((field) => !isDeepStrictEqual(existing[field], requested[field]));
