/** Read by letters rather than by words. */
const letters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
const words = /[\p{Letter}\p{Number}]+/gu;

/** What people read silently in a minute (Brysbaert 2019, doi:10.1016/j.jml.2019.104047), and an estimate for letters. */
const wordsPerMinute = 238;
const lettersPerMinute = 400;

/** How long a text takes to read: whole minutes, at least one. */
export function readingMinutes(text: string): number {
  const inLetters = text.match(letters)?.length ?? 0;
  const inWords = text.replace(letters, " ").match(words)?.length ?? 0;
  return Math.max(1, Math.ceil(inWords / wordsPerMinute + inLetters / lettersPerMinute));
}
