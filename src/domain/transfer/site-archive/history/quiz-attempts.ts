import * as z from "zod";
import { allAttempts, type Restoration, restoreAttempts } from "#domain/learning/quiz-attempts/all-attempts.ts";
import { GradedAnswer } from "#domain/learning/quiz-attempts/grade.ts";
import { QuizAttempt, serializeAttempt } from "#domain/learning/quiz-attempts/quiz-attempt.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Row } from "../archive-format.ts";
import { notImported } from "./not-imported.ts";
import { orProblem, restoredPart } from "./restored-part.ts";
import { requireOnlyIn, requireOrder } from "./state-times.ts";
import { storedRows } from "./stored-rows.ts";

const Restored = QuizAttempt.pick({
  enrollmentId: true,
  lectureId: true,
  startedAt: true,
  submittedAt: true,
  scorePercent: true,
  passed: true,
  externalId: true,
  metadata: true,
}).extend({
  attemptNo: z.number().int().min(1).max(1_000_000),
  answers: z.array(GradedAnswer).max(200),
});
type Restored = z.output<typeof Restored>;

/** Attempts with the grades that they had, which the answers may not show: of earlier versions of a quiz, or imported. */
export const quizAttempts = restoredPart({
  rows: attemptRows,
  key: ["enrollment_id", "lecture_id", "attempt_no"],
  schema: Restored,
  notCompared: [],
  insertAll,
});

async function* attemptRows(context: RequestContext): AsyncGenerator<Row[]> {
  async function* serialized() {
    for await (const page of allAttempts(context)) yield page.map(serializeAttempt);
  }
  yield* storedRows(QuizAttempt, serialized());
}

async function insertAll(context: Context, rows: readonly Restored[]): Promise<(string | Problem)[]> {
  const problems = await Promise.all(rows.map((row) => orProblem(async () => requireGrade(row))));
  const sound = rows.filter((_row, index) => !(problems[index] instanceof Problem));
  const outcomes = (await restoreAttempts(context, sound)).values();
  return problems.map((problem) => problem ?? wireOutcome(outcomes.next().value));
}

function wireOutcome(outcome: Restoration | undefined): string | Problem {
  if (typeof outcome === "object") return formatId("quizAttempt", outcome.id);
  if (outcome === "enrollment") return notImported("/enrollmentId", "enrollment");
  if (outcome === "quiz") return notImported("/lectureId", "quiz");
  return new Problem("already_exists", "The site has another attempt with this number or external ID.");
}

function requireGrade(attempt: Restored): void {
  requireOnlyIn(attempt.submittedAt !== null, attempt, ["scorePercent", "passed"], "submitted attempts");
  requireOrder(attempt, ["startedAt", "submittedAt"]);
}
