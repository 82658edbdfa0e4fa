/** Scripts written without spaces between words: indexed by pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const word = /[\p{Letter}\p{Number}]+/gu;

/** Folds accents, case, width and the vowel signs of Arabic and Hebrew, which do not matter in a search. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{Nonspacing_Mark}]/gu, "")
    .toLowerCase()
    .normalize("NFC");

const pairsOf = (letters: readonly string[]): readonly string[] =>
  letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

/** Minimum length of an indexed word prefix. */
const minPrefixLength = 2;
const maxPrefixLength = 24;
const prefixesOf = (whole: string): string[] => {
  const letters = [...whole].slice(0, maxPrefixLength);
  return letters
    .map((_, index) => letters.slice(0, index + 1).join(""))
    .slice(Math.min(minPrefixLength, letters.length) - 1);
};

/** Some characters become 18 when they are folded (U+FDFA). */
const maxGrowth = 2;

function split(text: string): { words: string[]; runs: string[] } {
  const plain = folded(text).slice(0, maxGrowth * text.length);
  const runs = plain.match(unspaced) ?? [];
  const words = plain.replace(unspaced, " ").match(word) ?? [];
  return { words, runs };
}

/**
 * Returns the index terms of a text: word prefixes, and single characters and pairs for scripts without spaces. Stops
 * at `limit` terms, which bounds the time for a long text.
 */
export function indexTermsOf(text: string, limit: number): string[] {
  const { words, runs } = split(text);
  const found = new Set<string>();
  for (const whole of new Set(words)) {
    for (const beginning of prefixesOf(whole)) found.add(beginning);
    if (found.size >= limit) break;
  }
  for (const run of runs) {
    if (found.size >= limit) break;
    const letters = [...run];
    for (const letter of letters) found.add(letter);
    // Pairs beyond the limit are dropped, so scanning this many characters is enough.
    for (const pair of pairsOf(letters.slice(0, 2 * limit))) found.add(pair);
  }
  return [...found].slice(0, limit);
}

/** Returns the search terms that a matching text must all contain, each as a word or word prefix. */
export function tokensOf(text: string): string[] {
  const { words, runs } = split(text);
  return [
    ...new Set([
      ...words.map((whole) => [...whole].slice(0, maxPrefixLength).join("")),
      ...runs.flatMap((run) => pairsOf([...run])),
    ]),
  ];
}
