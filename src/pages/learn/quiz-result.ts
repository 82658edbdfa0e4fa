import type { MyAttempt } from "#domain/learning/learning-pages/my-quiz.ts";
import type { AttemptView } from "../views/learn/quiz.ts";
import type { Result } from "../views/learn/quiz-results.ts";
import { answerTextsOf } from "./quiz-answers.ts";
import { rightAnswersOf, shownAnswer } from "./quiz-solution.ts";

type Results = MyAttempt["results"];

export const attemptOf = ({
  scorePercent,
  passed,
  submittedAt,
  attemptNo,
  results,
  showsSolutions,
  decimalMark,
}: MyAttempt): AttemptView => ({
  scorePercent,
  passed,
  submittedAt,
  attemptNo,
  results: results.map((result) => resultOf(result, showsSolutions, decimalMark)),
});

/** Describes the responses answer and, if it is revealed, the correct one. */
export function resultOf(
  { question, answer, reading }: Results[number],
  showsSolutions: boolean,
  decimalMark: MyAttempt["decimalMark"],
): Result {
  const { promptHtml, explanation } = question;
  const responses = answerTextsOf(question, answer);
  const shown = { promptHtml, responses, readAs: reading?.number ?? null, isNoNumber: reading?.isNoNumber ?? false };
  if (!showsSolutions) return { ...shown, solution: null };
  const acceptedAs = reading?.acceptedAs == null ? null : shownAnswer(question, reading.acceptedAs, decimalMark);
  const right = rightAnswersOf(question, decimalMark);
  return {
    ...shown,
    solution: { correct: answer.correct, right, acceptedAs, feedback: feedbackTo(question, answer), explanation },
  };
}

/** The remarks of the teacher on the choices that the student made. */
function feedbackTo({ kind, choices }: Results[number]["question"], { choiceIds }: Results[number]["answer"]) {
  if (kind === "ordering") return [];
  const chosenIds = new Set(choiceIds);
  return choices.flatMap(({ id, text, feedback }) =>
    chosenIds.has(id) && feedback ? [{ choice: text, feedback }] : [],
  );
}
