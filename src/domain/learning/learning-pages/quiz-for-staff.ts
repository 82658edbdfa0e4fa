import * as z from "zod";
import type { QuizRecord } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { findQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { type DecimalMark, decimalMarkOf } from "#domain/catalog/curriculum/quizzes/typed-answers/decimal-mark.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
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
  summary: "Retrieve a quiz with its solutions as a teacher of the course",
  description: "Null for students, and for staff who is enrolled and answers the quiz.",
  access: { only: ["session"] },
  writes: false,
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
