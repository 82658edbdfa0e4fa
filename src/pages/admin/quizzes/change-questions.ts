import type { FormValues } from "../derived/form-values.ts";
import { listRows, replaceRows, type Row } from "./rows.ts";

/** A change of the list of questions before it is saved, as a button names it: `up:3`, for the row with this number. */
export interface QuestionAct {
  act: "add" | "up" | "down" | "copy" | "remove" | "answers";
  row: number;
}

export function questionActIn(text: string | undefined): QuestionAct | undefined {
  const [, act, row = "0"] = /^(add|up|down|copy|remove|answers)(?::(\d{1,3}))?$/.exec(text ?? "") ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The expression names the same acts.
  return act === undefined ? undefined : { act: act as QuestionAct["act"], row: Number(row) };
}

const blankAnswerCount = 2;
const moreAnswers = 1;

/** A new question as the form shows it. */
export const newQuestion: Row = new Map([
  ["kind", "single"],
  ["points", "1"],
  ...blankAnswers(0, blankAnswerCount),
  ["choices.count", String(blankAnswerCount)],
]);

function blankAnswers(from: number, count: number): [string, string][] {
  return Array.from({ length: count }, (_, index) => [`choices.${from + index}.place`, String(from + index + 1)]);
}

/** Returns the changed values, and the number of the question that the person works on. */
export function changeQuestions(values: FormValues, { act, row }: QuestionAct): { values: FormValues; at: number } {
  const rows = listRows(values, "questions");
  const questions = rows.map((one) => one.row);
  const at = rows.findIndex(({ number }) => number === row);
  const question = questions[at];
  const withQuestions = (changed: readonly Row[]) => replaceRows(values, "questions", changed);
  if (act === "add" || !question) return { values: withQuestions([...questions, newQuestion]), at: questions.length };
  const otherQuestions = questions.toSpliced(at, 1);
  switch (act) {
    case "copy":
      return { values: withQuestions(questions.toSpliced(at + 1, 0, copyOf(question))), at: at + 1 };
    case "remove":
      return { values: withQuestions(otherQuestions), at: Math.max(0, at - 1) };
    case "answers":
      return { values: withQuestions(questions.with(at, withMoreAnswers(question))), at };
    case "down":
    case "up": {
      const to = act === "up" ? Math.max(0, at - 1) : Math.min(otherQuestions.length, at + 1);
      return { values: withQuestions(otherQuestions.toSpliced(to, 0, question)), at: to };
    }
  }
}

/** Results of attempts refer to the IDs of the original. */
const copyOf = (question: Row): Row =>
  new Map([...question].filter(([name]) => !/^(choices\.\d{1,3}\.)?id$/.test(name)));

function withMoreAnswers(question: Row): Row {
  const choices = listRows(question, "choices").map(({ row }) => row);
  const blank: Row = new Map();
  return replaceRows(question, "choices", [...choices, ...Array.from({ length: moreAnswers }, () => blank)]);
}
