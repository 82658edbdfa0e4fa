/** Scripts written without spaces between words: searched by pairs of letters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const word = /[\p{Letter}\p{Number}]+/gu;

/** Accents, case and width make no difference to whoever searches; nor do the vowel signs of Arabic and Hebrew. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{Nonspacing_Mark}]/gu, "")
    .toLowerCase()
    .normalize("NFC");

const pairsOf = (letters: readonly string[]): readonly string[] =>
  letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

/** The beginnings of a word by which it is found before it is written out. */
const shortest = 2;
const longest = 24;
const beginningsOf = (whole: string): string[] => {
  const letters = [...whole].slice(0, longest);
  return letters.map((_, index) => letters.slice(0, index + 1).join("")).slice(Math.min(shortest, letters.length) - 1);
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
 * What a text is found by: the beginnings of its words, and for scripts without spaces each letter and each pair. Stops
 * at `limit` terms, so that a long text takes no longer than one with so many terms.
 */
export function wordsToFind(text: string, limit: number): string[] {
  const { words, runs } = split(text);
  const found = new Set<string>();
  for (const whole of new Set(words)) {
    for (const beginning of beginningsOf(whole)) found.add(beginning);
    if (found.size >= limit) break;
  }
  for (const run of runs) {
    if (found.size >= limit) break;
    const letters = [...run];
    for (const letter of letters) found.add(letter);
    // Pairs beyond the limit are not returned: it suffices to look at so many letters.
    for (const pair of pairsOf(letters.slice(0, 2 * limit))) found.add(pair);
  }
  return [...found].slice(0, limit);
}

/** What a text must have to be found by these words: all of them, each as it is or as the beginning of a word. */
export function wordsSought(text: string): string[] {
  const { words, runs } = split(text);
  return [
    ...new Set([
      ...words.map((whole) => [...whole].slice(0, longest).join("")),
      ...runs.flatMap((run) => pairsOf([...run])),
    ]),
  ];
}
