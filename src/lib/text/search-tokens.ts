import { foldForSearch, inDigraphs, withoutDigraphs } from "./search-folding.ts";

/** Scripts written without spaces between words: indexed by pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const word = /[\p{Letter}\p{Mark}\p{Number}]+/gu;
/** Words with parts that people also write together: "e-mail", "п'ять". */
const joined = /[\p{Letter}\p{Mark}\p{Number}'’-]+/gu;

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

function split(text: string): { words: string[]; runs: string[]; spaced: string } {
  const plain = foldForSearch(text).slice(0, maxGrowth * text.length);
  const runs = plain.match(unspaced) ?? [];
  const spaced = plain.replace(unspaced, " ");
  return { words: spaced.match(word) ?? [], runs, spaced };
}

/** Words in the other ways in which people write them. */
function* otherSpellings(text: string, words: ReadonlySet<string>, spaced: string): Generator<string> {
  for (const whole of spaced.match(joined) ?? []) {
    const together = whole.replaceAll(/['’-]/g, "");
    if (together !== whole && together !== "") yield together;
  }
  const digraphs = inDigraphs(text);
  if (digraphs !== undefined) yield* split(digraphs).words;
  for (const whole of words) {
    const shorter = withoutDigraphs(whole);
    if (shorter !== whole) yield shorter;
  }
}

/**
 * Returns the index terms of a text: word prefixes, also of other spellings (Mueller for Müller), and single characters
 * and pairs for scripts without spaces. Stops at `limit` terms, which bounds the time for a long text.
 */
export function indexTermsOf(text: string, limit: number): string[] {
  const { words: written, runs, spaced } = split(text);
  const words = new Set(written);
  const found = new Set<string>();
  const addWord = (whole: string) => {
    for (const beginning of prefixesOf(whole)) found.add(beginning);
    return found.size < limit;
  };
  for (const whole of words) if (!addWord(whole)) break;
  for (const run of runs) {
    if (found.size >= limit) break;
    const letters = [...run];
    for (const letter of letters) found.add(letter);
    // Pairs beyond the limit are dropped, so scanning this many characters is enough.
    for (const pair of pairsOf(letters.slice(0, 2 * limit))) found.add(pair);
  }
  // Last, so that a long text loses other spellings before words.
  if (found.size < limit) {
    for (const whole of otherSpellings(text, words, spaced)) if (!addWord(whole)) break;
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
