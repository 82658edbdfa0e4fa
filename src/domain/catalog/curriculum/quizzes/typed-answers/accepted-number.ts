import { readNumber } from "./read-number.ts";

/** The largest number of a question, in either direction. */
export const maxNumber = 1e300;

/** As programs write numbers, in every language: `1.234` and `6.022e23`. */
const isPlain = (text: string): boolean => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text);

/**
 * Returns the number of an accepted answer; undefined if the text is none, or if it depends on the language: `1,234`.
 */
export function acceptedNumber(text: string): number | undefined {
  if (isPlain(text)) return Number(text);
  const value = readNumber(text, ".");
  return value === readNumber(text, ",") ? value : undefined;
}
