import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { lockQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { lockEnrollment } from "#domain/learning/enrollments/queries.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { gradeInSlices } from "./grade.ts";
import { concludeGrade } from "./attempt.ts";
import { closeAttempt, findAttempt, findDecimalMark, listOwnAttempts, markAttempted } from "./queries.ts";
import { serializeAttempt, QuizAttempt, type WholeAttempt } from "./quiz-attempt.ts";

export const regradeQuizAttempt = operation({
  name: "regradeQuizAttempt",
  summary: "Regrade a quiz attempt",
  description:
    "Grades the attempt with the current version of the quiz. A lecture that the attempt completed stays completed.",
  writes: "students:write",
  input: z.object({ id: Id("quizAttempt") }),
  output: QuizAttempt,
  async run(context, { id }) {
    const existing = await lockSubmitted(context, id);
    requireOwnGrade(existing);
    const { enrollmentId, courseId, lectureId } = existing;
    const quiz = await lockQuiz(context, lectureId);
    if (!quiz || quiz.deletedAt) throw notFound("quiz", `of the lecture ${formatId("lecture", lectureId)}`);
    const hadPassed = (await listOwnAttempts(context, enrollmentId, lectureId)).some(({ passed }) => passed === true);
    const grade = {
      ...(await gradeInSlices(quiz, existing.answers, await findDecimalMark(context, courseId))),
      submittedAt: existing.submittedAt,
      quizVersion: quiz.quizVersion,
    };
    await closeAttempt(context, id, grade, context.now);
    await markAttempted(context, lectureId);
    return serializeAttempt(await concludeGrade(context, id, hadPassed));
  },
  audit: (_input, { id, scorePercent }) => about("quizAttempt", id, { scorePercent }),
});

/** Locks the attempt's enrollment, which serializes its attempts. */
async function lockSubmitted(context: Context, id: string): Promise<WholeAttempt & { submittedAt: Date }> {
  const found = await findAttempt(context, id);
  if (!found || !(await isOwnCourse(context, found.courseId))) {
    throw notFound("quiz attempt", formatId("quizAttempt", id));
  }
  await lockEnrollment(context, found.enrollmentId);
  const existing = await mustExist(findAttempt(context, id));
  requireVersion(context, existing);
  const { submittedAt } = existing;
  if (submittedAt !== null) return { ...existing, submittedAt };
  throw new Problem(
    "invalid_state",
    "The student has an attempt in progress at this quiz. Try again after it is submitted.",
    { allowed: [] },
  );
}

/**
 * Lectern gives all points of a question or none. Imported attempts with partial points lack the answers that
 * regrading needs.
 */
function requireOwnGrade({ answers }: WholeAttempt): void {
  if (!answers.some(({ correct, points }) => !correct && points > 0)) return;
  throw new Problem(
    "invalid_state",
    "This attempt was graded in another system, and its answers are not known. It cannot be regraded.",
    {
      allowed: [],
    },
  );
}
