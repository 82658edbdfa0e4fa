import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";
import type { Answer } from "./grade.ts";

/** The answer of a student to one question. */
export interface GivenAnswer {
  choiceIds: readonly string[];
  text: string | null;
  matches: Readonly<Record<string, string>>;
}

/** The parts of a question that decide on an answer. */
type Asked = Pick<Question, "id" | "kind"> & { choices: readonly { id: string }[] };

/** Returns whether a question has a complete answer: each item of a matching or ordering question needs one. */
export function isAnswered({ kind, choices }: Omit<Asked, "id">, answer: GivenAnswer | null | undefined): boolean {
  if (!answer) return false;
  if (kind === "matching") return choices.every(({ id }) => (answer.matches[id] ?? "") !== "");
  if (kind === "ordering") return answer.choiceIds.length === choices.length;
  return answer.choiceIds.length > 0 || (answer.text ?? "").trim() !== "";
}

/** IDs of the questions without an answer, in their order. */
export function unansweredIn(questions: readonly Asked[], answers: readonly Answer[]): string[] {
  const byQuestion = new Map(answers.map((answer) => [answer.questionId, answer]));
  return questions.filter((question) => !isAnswered(question, byQuestion.get(question.id))).map(({ id }) => id);
}

/** Returns whether two answers to one question are the same. */
export const isSameAnswer = (one: GivenAnswer | undefined, other: GivenAnswer | undefined): boolean =>
  textOf(one) === textOf(other);

function textOf(answer: GivenAnswer | undefined): string {
  const { choiceIds = [], text = null, matches = {} } = answer ?? {};
  const pairs = Object.entries(matches).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([choiceIds, text ?? "", pairs]);
}
