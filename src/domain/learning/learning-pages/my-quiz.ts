import * as z from "zod";
import { isViewed } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";
import { findQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { type DecimalMark, decimalMarkOf } from "#domain/catalog/curriculum/quizzes/typed-answers/decimal-mark.ts";
import { type TypedReading, readingOf } from "#domain/catalog/curriculum/quizzes/typed-answers/typed-reading.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { isOver } from "#domain/learning/quiz-attempts/attempt.ts";
import type { Answer, GradedAnswer } from "#domain/learning/quiz-attempts/grade.ts";
import {
  findAttempt,
  findContent,
  listOwnAttempts,
  type QuizContentRow,
} from "#domain/learning/quiz-attempts/queries.ts";
import type { AttemptRow } from "#domain/learning/quiz-attempts/quiz-attempt.ts";
import { findDraft } from "#domain/learning/work-drafts/queries.ts";
import { requireLectureContext } from "./my-lecture.ts";
import { shownQuestions } from "./shown-questions.ts";
import { showsSolutions, type SolutionRules } from "./shows-solutions.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { hash } from "node:crypto";

export const aLecture = z.object({ course: ReferenceTo("course"), lectureId: Id("lecture") });

/** A question without the correct answers. */
export interface PresentedQuestion extends Pick<Question, "id" | "kind" | "comparison" | "promptHtml" | "points"> {
  choices: { id: string; text: string }[];
  /** Options to match the choices with, for matching questions. */
  matches: string[];
}

/** Answers that are saved and not submitted yet. */
export interface SavedAnswers {
  answers: Answer[];
  revision: string;
  savedAt: Date;
}

/** A question with the student's answer. The page shows the solution only if the quiz reveals solutions. */
export interface QuestionResult {
  question: Question;
  answer: GradedAnswer;
  /** The reading of a typed answer. Null for other answers. */
  reading: TypedReading | null;
}

/** A submitted attempt in a list. */
export interface MyAttemptSummary {
  id: string;
  attemptNo: number;
  scorePercent: number;
  passed: boolean;
  submittedAt: Date;
}

/** A submitted attempt with the student's answers. */
export interface MyAttempt extends MyAttemptSummary {
  results: QuestionResult[];
  /** True if the quiz reveals correct answers and explanations to the student now. */
  showsSolutions: boolean;
  decimalMark: DecimalMark;
}

/** A quiz as its student sees it. */
export interface MyQuiz {
  passPercent: number;
  questionCount: number;
  timeLimitSeconds: number | null;
  /** Null: unlimited. */
  attemptsLeft: number | null;
  /** True if an unsubmitted attempt has run out of time. It is graded on the next request. */
  hasLapsed: boolean;
  underWay: {
    id: string;
    endsAt: Date | null;
    questions: PresentedQuestion[];
    /** Null if nothing is saved, and for staff who see the page as the student. */
    draft: SavedAnswers | null;
  } | null;
  /** The latest submitted attempt. */
  last: MyAttempt | null;
  /** Earlier submitted attempts, newest first, without the latest. */
  earlier: MyAttemptSummary[];
  hasPassed: boolean;
  decimalMark: DecimalMark;
}

export const showMyQuiz = operation({
  name: "showMyQuiz",
  summary: "Retrieve a quiz with the member's attempts",
  reads: { only: ["session"] },
  input: aLecture,
  output: z.custom<MyQuiz | null>(),
  async run(context, { course, lectureId }) {
    const { learner, lecture } = await requireLectureContext(context, course, lectureId);
    const quiz = lecture.lock || !learner.isEnrolled ? undefined : await findQuiz(context, lectureId);
    if (!quiz || !learner.enrollment) return null;
    return serialize(context, { enrollmentId: learner.enrollment.id, lectureId, quiz, course: learner.course });
  },
});

/** Saving reads them every few seconds, so that it leaves out everything else of the page. */
export const listMyQuestions = operation({
  name: "listMyQuestions",
  summary: "List the questions of the member's attempt",
  description: "Of the attempt in progress. Empty without one.",
  reads: { only: ["session"] },
  input: aLecture,
  output: z.custom<PresentedQuestion[]>(),
  async run(context, { course, lectureId }) {
    const { learner, lecture } = await requireLectureContext(context, course, lectureId);
    if (lecture.lock || !learner.isEnrolled || !learner.enrollment) return [];
    const attempts = await listOwnAttempts(context, learner.enrollment.id, lectureId);
    const open = attempts.find((one) => one.submittedAt === null && !isOver(one, context.now));
    const content = open && (await findContent(context, lectureId, open.quizVersion));
    return content ? withoutSolutions(content, open.id) : [];
  },
});

interface Presented {
  enrollmentId: string;
  lectureId: string;
  quiz: QuizContentRow;
  course: { language: string };
}

async function serialize(context: Context, { enrollmentId, lectureId, quiz, course }: Presented): Promise<MyQuiz> {
  const attempts = await listOwnAttempts(context, enrollmentId, lectureId);
  const open = attempts.find((one) => one.submittedAt === null && !isOver(one, context.now));
  const hasLapsed = attempts.some((one) => one.submittedAt === null && isOver(one, context.now));
  const content = open && (await findShown(context, lectureId, open.quizVersion));
  const { attemptsAllowed, passPercent, timeLimitSeconds, questions } = quiz;
  const hasPassed = attempts.some(({ passed }) => passed === true);
  const [last, ...earlier] = summariesOf(attempts);
  const decimalMark = decimalMarkOf(course.language);
  return {
    passPercent,
    questionCount: questions.length,
    timeLimitSeconds,
    attemptsLeft: attemptsAllowed === null ? null : Math.max(0, attemptsAllowed - attempts.length),
    hasLapsed,
    underWay:
      open && content
        ? {
            id: open.id,
            endsAt: open.endsAt,
            questions: withoutSolutions(content, open.id),
            draft: await findSaved(context, { enrollmentId, lectureId }, open.id),
          }
        : null,
    last: last ? await reviewOf(context, last, { quiz, attempts, decimalMark }) : null,
    earlier,
    hasPassed,
    decimalMark,
  };
}

/** A draft is private: staff who see the page as the student do not see it. */
async function findSaved(
  context: Context,
  draftKey: { enrollmentId: string; lectureId: string },
  attemptId: string,
): Promise<SavedAnswers | null> {
  const draft = isViewed(context.caller) ? undefined : await findDraft(context, draftKey);
  return draft?.attemptId === attemptId ? draft : null;
}

/** The content of a version of the quiz, with the files of its prompts. */
async function findShown(context: Context, lectureId: string, version: number): Promise<QuizContentRow | undefined> {
  const content = await findContent(context, lectureId, version);
  return content && { ...content, questions: await shownQuestions(context, lectureId, content.questions) };
}

const summariesOf = (attempts: readonly AttemptRow[]): MyAttemptSummary[] =>
  attempts.flatMap(({ id, attemptNo, scorePercent, passed, submittedAt }) =>
    submittedAt === null
      ? []
      : [{ id, attemptNo, submittedAt, scorePercent: scorePercent ?? 0, passed: passed ?? false }],
  );

/** The current settings of the quiz decide on solutions, also for attempts at an earlier version. */
async function reviewOf(
  context: Context,
  summary: MyAttemptSummary,
  { quiz, attempts, decimalMark }: { quiz: SolutionRules; attempts: readonly AttemptRow[]; decimalMark: DecimalMark },
): Promise<MyAttempt> {
  const { answers, lectureId, quizVersion } = await mustExist(findAttempt(context, summary.id));
  const { questions } = await mustExist(findShown(context, lectureId, quizVersion));
  const byQuestion = new Map(answers.map((answer) => [answer.questionId, answer]));
  const results: QuestionResult[] = [];
  for (const question of questions) {
    const answer = byQuestion.get(question.id);
    if (answer) results.push({ question, answer, reading: readingOf(question, answer.text, decimalMark) });
    const turn = pause();
    if (turn) await turn;
  }
  return { ...summary, results, showsSolutions: showsSolutions(quiz, attempts), decimalMark };
}

export const showMyAttempt = operation({
  name: "showMyAttempt",
  summary: "Retrieve a submitted quiz attempt of the member",
  reads: { only: ["session"] },
  input: aLecture.extend({ attemptId: Id("quizAttempt") }),
  output: z.custom<QuizLecture & { attempt: MyAttempt }>(),
  async run(context, { course: reference, lectureId, attemptId }) {
    const { quiz, attempts, decimalMark, ...of } = await findAttempts(context, { course: reference, lectureId });
    const summary = summariesOf(attempts).find(({ id }) => id === attemptId);
    if (!summary) throw notFound("quiz attempt of yours", formatId("quizAttempt", attemptId));
    return { ...of, attempt: await reviewOf(context, summary, { quiz, attempts, decimalMark }) };
  },
});

export const listMyAttempts = operation({
  name: "listMyAttempts",
  summary: "List the member's submitted attempts at a quiz",
  description: "Newest first.",
  reads: { only: ["session"] },
  input: aLecture.extend({
    /** Number of the attempt before which the page starts. */
    before: z.number().int().min(1).optional(),
    limit: z.number().int().min(1).max(100),
  }),
  output: z.custom<QuizLecture & { attempts: MyAttemptSummary[]; nextBefore: number | null }>(),
  async run(context, { before = Infinity, limit, ...lecture }) {
    const { quiz: _quiz, decimalMark: _mark, attempts, ...of } = await findAttempts(context, lecture);
    const earlier = summariesOf(attempts).filter(({ attemptNo }) => attemptNo < before);
    const page = earlier.slice(0, limit);
    return { ...of, attempts: page, nextBefore: earlier.length > limit ? (page.at(-1)?.attemptNo ?? null) : null };
  },
});

/** The lecture of a quiz, for the pages of its attempts. */
interface QuizLecture {
  courseSlug: string;
  course: string;
  lectureId: string;
  title: string;
}

/** Throws `not_found` unless the quiz is open to the member. */
async function findAttempts(context: Context, { course: reference, lectureId }: z.output<typeof aLecture>) {
  const { learner, lecture } = await requireLectureContext(context, reference, lectureId);
  const { enrollment, isEnrolled, course } = learner;
  const quiz = lecture.lock || !isEnrolled ? undefined : await findQuiz(context, lectureId);
  if (!quiz || !enrollment) throw notFound("quiz", `of the lecture ${formatId("lecture", lectureId)}`);
  const attempts = await listOwnAttempts(context, enrollment.id, lectureId);
  const decimalMark = decimalMarkOf(course.language);
  return { courseSlug: course.slug, course: course.name, lectureId, title: lecture.title, quiz, attempts, decimalMark };
}

/**
 * Always shuffles the choices of ordering questions and the options of matching questions, because their stored order
 * is the solution.
 */
export function withoutSolutions(
  { questions, shuffle }: Pick<QuizContentRow, "questions" | "shuffle">,
  attemptId: string,
): PresentedQuestion[] {
  const inOrder = shuffle ? shuffled(questions, attemptId) : questions;
  return inOrder.map(({ id, kind, comparison, promptHtml, points, choices }) => {
    const seed = `${attemptId}${id}`;
    const isMixed = shuffle || kind === "ordering";
    const ordered = isMixed ? shuffled(choices, seed) : choices;
    const matches = [...new Set(choices.flatMap(({ match }) => match ?? []))];
    return {
      id,
      kind,
      comparison,
      promptHtml,
      points,
      choices: ordered.map((choice) => ({ id: choice.id, text: choice.text })),
      matches: shuffled(matches, `${seed}m`),
    };
  });
}

/** Shuffles deterministically by seed, so that the order stays the same when the page reloads. */
function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const keyed = items.map((item, index) => ({
    item,
    key: hash("sha256", `${seed}:${index}`, "hex"),
  }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
