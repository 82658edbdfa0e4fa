import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";

/** Describes the correct answers of a question, in order. */
export function rightAnswersOf({ kind, choices, acceptedAnswers }: Question): string[] {
  if (kind === "matching") return choices.map(({ text, match }) => `${text} – ${match ?? ""}`);
  if (kind === "ordering") return choices.map(({ text }) => text);
  if (choices.length > 0) return choices.filter(({ correct }) => correct).map(({ text }) => text);
  return acceptedAnswers.slice(0, 3);
}
