import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";
import type { DecimalMark } from "#domain/catalog/curriculum/quizzes/typed-answers/decimal-mark.ts";

/** Describes the correct answers of a question, in order. */
export function rightAnswersOf(question: Question, decimalMark: DecimalMark): string[] {
  const { kind, choices, acceptedAnswers } = question;
  if (kind === "matching") return choices.map(({ text, match }) => `${text} – ${match ?? ""}`);
  if (kind === "ordering") return choices.map(({ text }) => text);
  if (choices.length > 0) return choices.filter(({ correct }) => correct).map(({ text }) => text);
  return acceptedAnswers.slice(0, 3).map((answer) => shownAnswer(question, answer, decimalMark));
}

/** Writes an accepted number with the decimal mark that students use. */
export const shownAnswer = ({ kind, comparison }: Question, answer: string, decimalMark: DecimalMark): string =>
  kind === "numeric" && comparison === "folded" ? answer.replace(".", decimalMark) : answer;
