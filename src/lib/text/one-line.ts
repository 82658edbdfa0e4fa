import { adviceOnInvisible, trimBlank } from "./blank.ts";

/** Control characters, line ends, and characters that change the writing direction of neighboring text (UAX #9). */
export const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Characters that change the writing direction, by their names in Unicode. */
const directions: ReadonlyMap<string, string> = new Map([
  ["\u061c", "Arabic letter mark"],
  ["\u200e", "left-to-right mark"],
  ["\u200f", "right-to-left mark"],
  ["\u202a", "left-to-right embedding"],
  ["\u202b", "right-to-left embedding"],
  ["\u202c", "pop directional formatting"],
  ["\u202d", "left-to-right override"],
  ["\u202e", "right-to-left override"],
  ["\u2066", "left-to-right isolate"],
  ["\u2067", "right-to-left isolate"],
  ["\u2068", "first strong isolate"],
  ["\u2069", "pop directional isolate"],
]);

/** Says what a name that is not one line has to lose. `input`: as it was sent. */
export function adviceOnName(input: unknown): string {
  const found = typeof input === "string" ? unseen.exec(trimBlank(input))?.[0] : undefined;
  const direction = found === undefined ? undefined : directions.get(found);
  if (direction === undefined) return `A name must be a single line.${adviceOnInvisible(input, unseen)}`;
  const advice = adviceOnInvisible(input, unseen).replace(/\.$/, ` (${direction}).`);
  return `A name must not contain characters that change the writing direction.${advice}`;
}

/**
 * Returns whether a text fits into one displayed line: no lone surrogates, no hidden or direction-changing
 * characters.
 */
export const isOneLine = (text: string): boolean => text.isWellFormed() && !unseen.test(text);
