import type { QuizContentRow } from "#domain/learning/quiz-attempts/queries.ts";
import type { AttemptRow } from "#domain/learning/quiz-attempts/quiz-attempt.ts";

export type SolutionRules = Pick<QuizContentRow, "showAnswers" | "attemptsAllowed">;

type Attempt = Pick<AttemptRow, "submittedAt" | "passed" | "scorePercent">;

/** Returns whether a student with these attempts at a quiz sees its solutions. */
export function showsSolutions({ showAnswers, attemptsAllowed }: SolutionRules, attempts: readonly Attempt[]): boolean {
  const submitted = attempts.filter(({ submittedAt }) => submittedAt !== null);
  const areCorrect = submitted.some(({ scorePercent }) => scorePercent === 100);
  // An attempt in progress can still be answered.
  const isLast =
    attemptsAllowed !== null && submitted.length >= attemptsAllowed && submitted.length === attempts.length;
  switch (showAnswers) {
    case "never":
      return false;
    case "after_submit":
      return true;
    case "after_pass":
      return submitted.some(({ passed }) => passed === true);
    case "after_correct":
      return areCorrect;
    case "after_last_attempt":
      return isLast;
    case "after_correct_or_last_attempt":
      return areCorrect || isLast;
  }
}
