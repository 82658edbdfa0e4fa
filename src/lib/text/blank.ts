/**
 * Characters that people and programs leave around a text without seeing them: spaces of every kind (UAX #44,
 * White_Space), empty Braille patterns, soft hyphens, zero-width spaces and joiners, and direction marks.
 */
const blank = /[\s\u0085\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\uffa0]/;

/** Removes spaces and invisible characters around a text. */
export function trimBlank(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blank.test(text.charAt(start))) start++;
  while (end > start && blank.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Returns a sentence that names the first invisible character of an input. Empty if it has none. */
export function adviceOnInvisible(input: unknown, characters = invisible): string {
  const found = typeof input === "string" ? characters.exec(trimBlank(input))?.[0].codePointAt(0) : undefined;
  if (found === undefined) return "";
  return ` Remove the invisible character U+${found.toString(16).toUpperCase().padStart(4, "0")}.`;
}
