/** Words shorter than this resemble too many others. */
const minLength = 4;
/** Index terms are prefixes, so the first letters of a long word are enough. */
const maxLength = 12;

/** Letters that an error replaces or omits, by script. Others can only be superfluous or swapped. */
const alphabets: readonly (readonly [pattern: RegExp, letters: string])[] = [
  [/^[a-z]+$/, "abcdefghijklmnopqrstuvwxyz"],
  [/^\p{Script=Cyrillic}+$/u, "абвгдежзийклмнопрстуфхцчшщъыьэюя"],
  [/^\p{Script=Greek}+$/u, "αβγδεζηθικλμνξοπρστυφχψω"],
];

/**
 * Returns the words that one typing error turns into the given word: with a letter more or less, another letter, or
 * two letters swapped. About 54 per letter.
 */
export function withoutTypingError(word: string): string[] {
  const letters = [...word].slice(0, maxLength);
  if (letters.length < minLength) return [];
  const alphabet = [...(alphabets.find(([pattern]) => pattern.test(word))?.[1] ?? "")];
  const found = new Set<string>();
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at).join(""), letters.slice(at)];
    const [first, second, ...rest] = after;
    for (const letter of alphabet) found.add(before + letter + after.join(""));
    if (first === undefined) continue;
    found.add(before + after.slice(1).join(""));
    for (const letter of alphabet) found.add(before + letter + after.slice(1).join(""));
    if (second !== undefined) found.add(before + second + first + rest.join(""));
  }
  found.delete(word);
  return [...found];
}
