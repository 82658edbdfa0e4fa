import * as z from "zod";
import type { QuizRecord } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { findQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { type DecimalMark, decimalMarkOf } from "#domain/catalog/curriculum/quizzes/typed-answers/decimal-mark.ts";
import { readingOf } from "#domain/catalog/curriculum/quizzes/typed-answers/typed-reading.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { findLecture } from "#domain/catalog/curriculum/queries.ts";
import { Answer, gradeInSlices } from "#domain/learning/quiz-attempts/grade.ts";
import { findDecimalMark } from "#domain/learning/quiz-attempts/queries.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { byTeachersInPerson, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { type PresentedQuestion, type QuestionResult, withoutSolutions } from "./my-quiz.ts";
import { requireLectureContext } from "./my-lecture.ts";
import { shownQuestions } from "./shown-questions.ts";

/** A quiz with its solutions. */
export interface QuizForStaff extends Pick<
  QuizRecord,
  "passPercent" | "attemptsAllowed" | "timeLimitSeconds" | "questions"
> {
  decimalMark: DecimalMark;
}

export const showQuizToStaff = operation({
  name: "showQuizToStaff",
  summary: "Retrieve a quiz with its solutions as a teacher",
  description: "Null for students, and for staff who is enrolled and answers the quiz.",
  reads: { only: ["session"] },
  input: z.object({ course: ReferenceTo("course"), lectureId: Id("lecture") }),
  output: z.custom<QuizForStaff | null>(),
  async run(context, { course, lectureId }) {
    const { learner } = await requireLectureContext(context, course, lectureId);
    const quiz = learner.isStaff && !learner.isEnrolled ? await findQuiz(context, lectureId) : undefined;
    if (!quiz) return null;
    const questions = await shownQuestions(context, lectureId, quiz.questions);
    return { ...quiz, questions, decimalMark: decimalMarkOf(learner.course.language) };
  },
});

/** A quiz that a teacher answers as a student would. */
export interface QuizTrial {
  passPercent: number;
  timeLimitSeconds: number | null;
  questions: PresentedQuestion[];
  decimalMark: DecimalMark;
  /** Null before it is answered. */
  outcome: { scorePercent: number; passed: boolean; results: QuestionResult[] } | null;
}

export const tryQuiz = operation({
  name: "tryQuiz",
  summary: "Answer a quiz without recording it",
  description: "For the staff of its course, also before it is published.",
  reads: byTeachersInPerson,
  input: z.object({
    lectureId: Id("lecture"),
    /** Decides on the order of shuffled questions and answers. */
    seed: z.string().max(64),
    answers: z.array(Answer).max(200).nullable(),
  }),
  output: z.custom<QuizTrial>(),
  async run(context, { lectureId, seed, answers }) {
    const lecture = await findLecture(context, lectureId);
    const isOwn = lecture !== undefined && (await isOwnCourse(context, lecture.courseId));
    const stored = isOwn ? await findQuiz(context, lectureId) : undefined;
    if (!lecture || !stored) throw notFound("quiz", `of the lecture ${formatId("lecture", lectureId)}`);
    const quiz = { ...stored, questions: await shownQuestions(context, lectureId, stored.questions) };
    const decimalMark = await findDecimalMark(context, lecture.courseId);
    const { passPercent, timeLimitSeconds } = quiz;
    const trial = { passPercent, timeLimitSeconds, questions: withoutSolutions(quiz, seed), decimalMark };
    if (!answers) return { ...trial, outcome: null };
    const { answers: graded, scorePercent, passed } = await gradeInSlices(quiz, answers, decimalMark);
    const byQuestion = new Map(graded.map((answer) => [answer.questionId, answer]));
    const results = quiz.questions.flatMap((question) => {
      const answer = byQuestion.get(question.id);
      return answer ? [{ question, answer, reading: readingOf(question, answer.text, decimalMark) }] : [];
    });
    return { ...trial, outcome: { scorePercent, passed, results } };
  },
});
