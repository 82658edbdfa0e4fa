import * as z from "zod";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { findQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { lockEnrollment } from "#domain/learning/enrollments/queries.ts";
import { beginAttempt, isOver, submitAttempt } from "#domain/learning/quiz-attempts/attempt.ts";
import { Answer, isSameAnswer, unansweredIn } from "#domain/learning/quiz-attempts/grade.ts";
import { findAttempt, findContent } from "#domain/learning/quiz-attempts/queries.ts";
import type { WholeAttempt } from "#domain/learning/quiz-attempts/quiz-attempt.ts";
import { isSeen, maxAnswersLength, type SeenDraft, seenDraft } from "#domain/learning/work-drafts/draft.ts";
import { findDraft, storeDraft } from "#domain/learning/work-drafts/queries.ts";
import { requireLectureContext } from "./my-lecture.ts";
import { aLecture, type SavedAnswers } from "./my-quiz.ts";

type Lecture = z.output<typeof aLecture>;

async function requireEnrolled(context: Context, { course, lectureId }: Lecture) {
  const { learner, lecture } = await requireLectureContext(context, course, lectureId);
  if (!learner.enrollment || !learner.isEnrolled) {
    throw new Problem("role_required", "Enroll in the course first.");
  }
  if (lecture.lock) throw new Problem("invalid_state", "This lecture is locked.", { allowed: [] });
  return learner.enrollment;
}

/** Returns an attempt in progress of the member, locked, with the ID of its enrollment. */
async function requireOwnAttempt(context: Context, { course, lectureId }: Lecture, attemptId: string) {
  const { id: enrollmentId } = await requireEnrolled(context, { course, lectureId });
  await lockEnrollment(context, enrollmentId);
  const attempt = await findAttempt(context, attemptId);
  if (attempt?.enrollmentId !== enrollmentId || attempt.lectureId !== lectureId) {
    throw notFound("quiz attempt of yours", formatId("quizAttempt", attemptId));
  }
  if (!(await findQuiz(context, lectureId))) {
    throw notFound("quiz", `of the lecture ${formatId("lecture", lectureId)}`);
  }
  if (attempt.submittedAt !== null) {
    throw new Problem("invalid_state", "This attempt is already submitted.", { allowed: [] });
  }
  return attempt;
}

/** Limits saving, also by submissions that only save. */
async function limitWrites(context: RequestContext): Promise<object> {
  await requireWithin(context, limits.workDraftPerMember, requireSession(context).memberId);
  return {};
}

const Outcome = z.object({ attemptId: Id("quizAttempt") });

export const beginMyQuiz = operation({
  name: "beginMyQuiz",
  summary: "Start or continue a quiz attempt",
  description: "Ends an attempt whose time has run out, with the answers that were saved in time.",
  writes: { only: ["session"] },
  input: aLecture,
  output: Outcome,
  async run(context, lecture) {
    const enrollment = await requireEnrolled(context, lecture);
    const attempt = await beginAttempt(context, enrollment, lecture.lectureId, { startedAt: context.now });
    // Submits an abandoned attempt whose time has run out.
    if (isOver(attempt, context.now)) await submitAttempt(context, attempt, []);
    return { attemptId: attempt.id };
  },
  unaudited: "not security-relevant",
});

const written = aLecture.extend({ attemptId: Id("quizAttempt"), answers: z.array(Answer).max(200), ...seenDraft });

/** The draft after a save. `isSaved`: false if another page has changed it, and nothing was saved. */
export type Saving = SavedAnswers & { isSaved: boolean };

export const saveMyAnswers = operation({
  name: "saveMyAnswers",
  summary: "Save answers of a quiz attempt in progress",
  description:
    "Changes the answers to the given questions. If another page has changed them since `revision`, nothing is saved, " +
    "and the output has the stored answers.",
  writes: { only: ["session"] },
  input: written,
  output: z.custom<Saving>(),
  prepare: limitWrites,
  async run(context, { attemptId, answers, writer, revision, ...lecture }) {
    const attempt = await requireOwnAttempt(context, lecture, attemptId);
    if (isOver(attempt, context.now)) {
      throw new Problem("invalid_state", "The time of this attempt is over.", { allowed: [] });
    }
    return save(context, attempt, answers, { writer, revision });
  },
  unaudited: "of no effect for others: the submission has an event",
});

/** Saves answers, unless another page has changed the draft since this page has read it. */
async function save(
  context: Context,
  { id, enrollmentId, lectureId, quizVersion }: WholeAttempt,
  answers: readonly Answer[],
  seen: SeenDraft,
): Promise<Saving> {
  const draftKey = { enrollmentId, lectureId };
  const stored = await findDraft(context, draftKey);
  const existing = stored?.attemptId === id ? stored : undefined;
  if (existing && !isSeen(existing, seen)) return { ...existing, isSaved: false };
  const { questions } = await mustExist(findContent(context, lectureId, quizVersion));
  const byQuestion = new Map((existing?.answers ?? []).map((answer) => [answer.questionId, answer]));
  for (const answer of answers) byQuestion.set(answer.questionId, answer);
  const savedAnswers = questions.flatMap((question) => byQuestion.get(question.id) ?? []);
  const { length } = JSON.stringify(savedAnswers);
  if (length > maxAnswersLength) {
    throw validationFailed("/answers", "too_long", `Answers have at most ${maxAnswersLength} characters together.`);
  }
  const work = { attemptId: id, answers: savedAnswers, text: null, url: null, fileIds: [], keptFileIds: null };
  await storeDraft(context, { ...draftKey, ...work, writer: seen.writer, savedAt: context.now });
  return { ...(await mustExist(findDraft(context, draftKey))), isSaved: true };
}

/** The result of a submission: it is submitted, or the student has to decide first. */
export type Answered =
  | { is: "submitted" }
  /** Saved, and not submitted: these questions have no answer. */
  | { is: "unanswered"; questionIds: string[] }
  /** Neither saved nor submitted: another page has saved other answers since. */
  | { is: "elsewhere"; draft: SavedAnswers };

export const answerMyQuiz = operation({
  name: "answerMyQuiz",
  summary: "Submit quiz answers",
  description:
    "With unanswered questions, the answers are only saved, unless `isConfirmed`. After the time limit, the answers " +
    "that were saved in time count.",
  writes: { only: ["session"] },
  input: written.extend({ isConfirmed: z.boolean().default(false) }),
  output: z.custom<Answered>(),
  prepare: limitWrites,
  async run(context, { attemptId, answers, isConfirmed, writer, revision, ...lecture }): Promise<Answered> {
    const attempt = await requireOwnAttempt(context, lecture, attemptId);
    if (!isOver(attempt, context.now)) {
      const { enrollmentId, lectureId, quizVersion } = attempt;
      const draft = await findDraft(context, { enrollmentId, lectureId });
      const isStale = draft?.attemptId === attemptId && !isSeen(draft, { writer, revision });
      if (isStale && !isSame(draft.answers, answers)) return { is: "elsewhere", draft };
      const { questions } = await mustExist(findContent(context, lectureId, quizVersion));
      const questionIds = isConfirmed ? [] : unansweredIn(questions, answers);
      if (questionIds.length > 0) {
        await save(context, attempt, answers, { writer, revision: draft?.revision ?? null });
        return { is: "unanswered", questionIds };
      }
    }
    await submitAttempt(context, attempt, answers);
    return { is: "submitted" };
  },
  unaudited: "not security-relevant: its events record it",
});

function isSame(stored: readonly Answer[], answers: readonly Answer[]): boolean {
  const byQuestion = new Map(stored.map((answer) => [answer.questionId, answer]));
  return answers.every((answer) => isSameAnswer(byQuestion.get(answer.questionId), answer));
}
