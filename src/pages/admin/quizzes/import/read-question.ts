/** A question of an imported text, as the input of the quiz takes it. */
export interface ReadQuestion {
  kind: "single" | "multiple" | "true_false" | "short_text" | "numeric" | "ordering" | "matching";
  promptMarkdown: string;
  choices: ReadChoice[];
  acceptedAnswers: string[];
  tolerance: number | null;
  points: number;
  explanation: string | null;
}

export interface ReadChoice {
  text: string;
  correct: boolean;
  match: string | null;
  feedback: string | null;
}

export type ReadProblem =
  | "essay"
  | "description"
  | "unclosed"
  | "no_answers"
  | "number"
  | "pair"
  | "kind"
  | "columns"
  | "text"
  | "too_many"
  | "refused";

/** A question with the line that it begins at, or why it cannot be read. */
export type ReadRow = { line: number } & ({ question: ReadQuestion } | { problem: ReadProblem; text: string });

export const maxQuestions = 200;

export const maxImportLength = 100_000;

export const choiceOf = (text: string, correct: boolean, rest: Partial<ReadChoice> = {}): ReadChoice => ({
  text,
  correct,
  match: null,
  feedback: null,
  ...rest,
});
