type Convert = (text: string) => string;

/** Converts the kana that sound together: きょ is kyo and not kiyo, and きって is kitte. The others stay. */
export function joinKana(word: string, convert: Convert): string {
  const shortened = (kana: string): string => convert(kana).slice(0, -1);
  return word
    .replaceAll(/[っッ](?=([\p{Script=Hiragana}\p{Script=Katakana}]))/gu, (_, next: string) =>
      convert(next).charAt(0).replace("c", "t"),
    )
    .replaceAll(
      /([きぎにひびぴみりキギニヒビピミリ])([ゃゅょャュョ])/g,
      (_, first: string, small: string) => shortened(first) + convert(small),
    )
    .replaceAll(
      /([しじちシジチ])([ゃゅょャュョェ])/g,
      (_, first: string, small: string) => shortened(first) + convert(small).replace("y", ""),
    )
    .replaceAll(
      /([フヴテデウ])([ァィェォ])/g,
      (_, first: string, small: string) => (shortened(first) || "w") + convert(small),
    );
}
