import { showQuizToStaff } from "#domain/learning/learning-pages/quiz-for-staff.ts";
import { perform } from "#domain/platform/operation.ts";
import type { QuizPreview } from "../views/learn/quiz-preview.ts";
import type { LearnerContext } from "./learner.ts";
import { rightAnswersOf } from "./quiz-solution.ts";

/** The quiz with its solutions, for staff. Undefined for students. */
export async function quizPreviewOf(
  { context }: LearnerContext,
  lectureInput: object,
): Promise<QuizPreview | undefined> {
  const found = await perform(showQuizToStaff, context, lectureInput);
  if (!found) return undefined;
  const { questions, decimalMark, ...rules } = found;
  const solved = questions.map((question) => ({ ...question, right: rightAnswersOf(question, decimalMark) }));
  return { ...rules, decimalMark, questions: solved };
}
