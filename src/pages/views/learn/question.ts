import { type GivenAnswer, isAnswered } from "#domain/learning/quiz-attempts/grade.ts";

export type DecimalMark = "." | ",";

export type Question = {
  id: string;
  kind: "single" | "multiple" | "true_false" | "short_text" | "numeric" | "ordering" | "matching";
  comparison: "folded" | "exact";
  /** Sanitized when stored. */
  promptHtml: string;
  points: number;
  choices: readonly { id: string; text: string }[];
  matches: readonly string[];
  /** Null without an answer. */
  answer?: GivenAnswer | null;
};

export const hasAnswer = (question: Question): boolean => isAnswered(question, question.answer);
