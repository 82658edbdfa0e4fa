/** Scripts whose reading speed is measured in characters instead of words. */
const letters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
const words = /[\p{Letter}\p{Number}]+/gu;

/** Silent reading speed (Brysbaert 2019, doi:10.1016/j.jml.2019.104047); the value for characters is an estimate. */
const wordsPerMinute = 238;
const lettersPerMinute = 400;

/** Returns the reading time of a text in whole minutes, at least one. */
export function readingMinutes(text: string): number {
  const inLetters = text.match(letters)?.length ?? 0;
  const wordCount = text.replace(letters, " ").match(words)?.length ?? 0;
  return Math.max(1, Math.ceil(wordCount / wordsPerMinute + inLetters / lettersPerMinute));
}
