import type { Question } from "../question.ts";
import type { DecimalMark } from "./decimal-mark.ts";
import { acceptedAs } from "./match-answer.ts";
import { readNumber } from "./read-number.ts";

/** The reading of a typed answer, for the student who typed it. */
export interface TypedReading {
  /** The accepted answer that it equals, if it is written in another way. Part of the solution. */
  acceptedAs: string | null;
  /** The number, if it is written in another way. */
  number: string | null;
  /** True if the answer to a question for a number is none. */
  isNoNumber: boolean;
}

/** Returns null for an answer that was not typed. */
export function readingOf(question: Question, text: string | null, decimal: DecimalMark): TypedReading | null {
  const { kind, comparison } = question;
  if (text === null || text === "" || !(kind === "short_text" || kind === "numeric")) return null;
  const typed = text.trim();
  const accepted = acceptedAs(question, text, decimal);
  const reading = { acceptedAs: accepted === undefined || accepted === typed ? null : accepted };
  if (kind === "short_text" || comparison === "exact" || accepted === typed) {
    return { ...reading, number: null, isNoNumber: false };
  }
  const value = readNumber(text, decimal);
  const written = value === undefined ? null : writtenNumber(value, decimal);
  return { ...reading, number: written === typed ? null : written, isNoNumber: value === undefined };
}

/** Digits that a person can compare with what was typed. */
const maxDigits = 12;

/** Without marks between thousands. */
const writtenNumber = (value: number, decimal: DecimalMark): string =>
  String(Number(value.toPrecision(maxDigits)))
    .replace("e+", "e")
    .replace(".", decimal);
