import type { Question } from "../question.ts";
import { acceptedNumber } from "./accepted-number.ts";
import type { DecimalMark } from "./decimal-mark.ts";
import { exactText, foldText, isSameFolded } from "./fold-text.ts";
import { readNumber } from "./read-number.ts";

type Typed = Pick<Question, "kind" | "comparison" | "acceptedAnswers" | "tolerance">;

/** Returns the accepted answer that a typed one equals; undefined if it equals none. */
export function acceptedAs(
  { kind, comparison, acceptedAnswers, tolerance }: Typed,
  text: string,
  decimal: DecimalMark,
): string | undefined {
  const exact = exactText(text);
  const same = acceptedAnswers.find((accepted) => exactText(accepted) === exact);
  if (same !== undefined || comparison === "exact") return same;
  if (kind === "short_text") {
    const folded = foldText(text);
    return acceptedAnswers.find((accepted) => isSameFolded(folded, accepted));
  }
  const value = readNumber(text, decimal);
  if (value === undefined) return undefined;
  return acceptedAnswers.find((accepted) => isNear(value, acceptedNumber(accepted), tolerance ?? 0));
}

/** Programs write numbers with 15 digits, and calculations round the last one. */
const roundingError = 5e-15;

const isNear = (value: number, accepted: number | undefined, tolerance: number): boolean =>
  accepted !== undefined &&
  Math.abs(value - accepted) <= tolerance + roundingError * Math.max(Math.abs(value), Math.abs(accepted));

/** Returns the accepted answers without those that equal an earlier one. */
export function distinctAnswers({ kind, comparison, acceptedAnswers }: Omit<Typed, "tolerance">): string[] {
  const keyOf = (answer: string): string | number => {
    if (comparison === "exact") return exactText(answer);
    if (kind === "numeric") return acceptedNumber(answer) ?? answer;
    return foldText(answer);
  };
  const seen = new Set<string | number>();
  return acceptedAnswers.filter((answer) => {
    const key = keyOf(answer);
    return !seen.has(key) && seen.add(key);
  });
}
