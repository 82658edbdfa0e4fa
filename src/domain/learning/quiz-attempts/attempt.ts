import type { Context } from "#domain/platform/context.ts";
import { lockEnrollment } from "#domain/learning/enrollments/queries.ts";
import type { EnrollmentRow } from "#domain/learning/enrollments/enrollment.ts";
import { lockQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { findLecture, keepInCourse } from "#domain/catalog/curriculum/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { recordReport } from "#domain/learning/progress/record-report.ts";
import { deleteDraft, findDraft } from "#domain/learning/work-drafts/queries.ts";
import { type Answer, gradeInSlices } from "./grade.ts";
import {
  closeAttempt,
  findAttempt,
  findContent,
  findDecimalMark,
  insertAttempt,
  listOwnAttempts,
  markAttempted,
} from "./queries.ts";
import { attemptEvent, type AttemptRow, type WholeAttempt } from "./quiz-attempt.ts";
import { keepActivity } from "#domain/learning/progress/queries.ts";

interface Terms {
  startedAt: Date;
  externalId?: string | null;
  metadata?: Record<string, string>;
  /** Imported attempts are exempt from the limit of attempts. */
  isImported?: boolean;
  /** Accept an imported attempt beyond the allowed number. */
  override?: boolean;
}

/**
 * Starts an attempt, or returns the one in progress. Must run in a transaction; attempts of one enrollment and
 * changes to the quiz are serialized.
 */
export async function beginAttempt(
  context: Context,
  { id: enrollmentId }: Pick<EnrollmentRow, "id">,
  lectureId: string,
  { startedAt, externalId = null, metadata = {}, isImported = false, override = false }: Terms,
): Promise<AttemptRow> {
  const enrollment = await mustExist(lockEnrollment(context, enrollmentId));
  await keepInCourse(context, lectureId, enrollment.courseId);
  const quiz = await lockQuiz(context, lectureId);
  if (!quiz || quiz.deletedAt) throw notFound("quiz", `of the lecture ${formatId("lecture", lectureId)}`);
  const earlier = await listOwnAttempts(context, enrollmentId, lectureId);
  const underWay = earlier.find(({ submittedAt }) => submittedAt === null);
  if (underWay) {
    if (!isImported) return underWay;
    throw new Problem(
      "invalid_state",
      "The student has an attempt in progress at this quiz. Try again after it is submitted.",
      { allowed: [] },
    );
  }
  const { attemptsAllowed, timeLimitSeconds } = quiz;
  if (!override && attemptsAllowed !== null && earlier.length >= attemptsAllowed) {
    const remedy = isImported ? " Send `override: true` to record this attempt anyway." : "";
    throw new Problem("invalid_state", `No attempts are left for this quiz.${remedy}`, { allowed: [] });
  }
  const { studentId, courseId } = enrollment;
  const { quizVersion } = quiz;
  const attemptNo = (earlier[0]?.attemptNo ?? 0) + 1;
  const endsAt =
    isImported || timeLimitSeconds === null ? null : new Date(startedAt.getTime() + timeLimitSeconds * 1000);
  const about = { id: newId(), lectureId, enrollmentId, studentId, courseId, quizVersion, attemptNo };
  await insertAttempt(context, { ...about, startedAt, endsAt, externalId, metadata }, context.now);
  await markAttempted(context, lectureId);
  await keepActivity(context, { enrollmentId, studentId }, startedAt);
  return mustExist(findAttempt(context, about.id));
}

/** Network latency allowed after the time limit. */
const graceMs = 30_000;

/** Returns true if the time limit, including the grace period, has passed. */
export const isOver = ({ endsAt }: AttemptRow, now: Date): boolean =>
  endsAt !== null && now.getTime() > endsAt.getTime() + graceMs;

/**
 * Grades an attempt in progress and ends its draft. After the time limit, the answers that were saved in time count. Must
 * run in a transaction.
 */
export async function submitAttempt(
  context: Context,
  attempt: AttemptRow,
  answers: readonly Answer[],
  at = context.now,
): Promise<WholeAttempt> {
  const { id, enrollmentId, courseId, lectureId, quizVersion } = attempt;
  await lockEnrollment(context, enrollmentId);
  const existing = await findAttempt(context, id);
  if (!existing || existing.submittedAt !== null) {
    throw new Problem("invalid_state", "This attempt is already submitted.", { allowed: [] });
  }
  const hadPassed = (await listOwnAttempts(context, enrollmentId, lectureId)).some(({ passed }) => passed === true);
  const quiz = await mustExist(findContent(context, lectureId, quizVersion));
  const isLate = isOver(attempt, at);
  const draft = await findDraft(context, { enrollmentId, lectureId });
  const saved = draft?.attemptId === id ? draft.answers : [];
  await deleteDraft(context, { enrollmentId, lectureId });
  const grade = await gradeInSlices(quiz, isLate ? saved : answers, await findDecimalMark(context, courseId));
  const submittedAt = isLate && attempt.endsAt ? attempt.endsAt : at;
  await closeAttempt(context, id, { ...grade, submittedAt, quizVersion }, context.now);
  return concludeGrade(context, id, hadPassed);
}

/** Emits the events of a graded attempt and completes its lecture if it passed. */
export async function concludeGrade(context: Context, id: string, hadPassed: boolean): Promise<WholeAttempt> {
  const closed = await mustExist(findAttempt(context, id));
  const isFirstPass = closed.passed === true && !hadPassed;
  const events = [attemptEvent("quiz_attempt.submitted", closed)];
  if (isFirstPass) events.push(attemptEvent("quiz_attempt.passed", closed));
  await recordEvents(context, events);
  await completeLecture(context, closed);
  await keepActivity(context, closed, closed.submittedAt ?? context.now);
  return closed;
}

async function completeLecture(context: Context, { id, enrollmentId, lectureId, passed, submittedAt }: AttemptRow) {
  const { kind } = (await findLecture(context, lectureId))?.completionRule ?? {};
  if (submittedAt === null || !(kind === "submit" || (kind === "pass_quiz" && passed))) return;
  await recordReport(context, { id, enrollmentId, lectureId, kind: "completed", occurredAt: submittedAt });
}
