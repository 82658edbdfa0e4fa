/** English words of questions and commands that do not describe the searched content. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "a about all am an and any anything are as at be been being by can could did do does doing for from get give had " +
    "has have having help how i if in into is it its let like list lists look looking me my need of on one or our " +
    "please show shows some something such tell that the their them there these they thing things this those to us " +
    "want wanted was we were what when where which who whom whose why will with would you your yours"
  ).split(" "),
);

/** Removes stop words, unless there is nothing else. */
export function withoutStopWords(words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !stopWords.has(word));
  return rest.length > 0 ? rest : words;
}
