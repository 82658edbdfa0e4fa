import { segmenter } from "./formats.ts";
import { plainText } from "./plain-text.ts";

/** HTML characters that are read: more than enough for one sentence. */
const maxRead = 4000;

/** Tags within a sentence, which separate no words. */
const inlineTag = /<\/?(?:a|b|code|del|em|i|mark|s|small|strong|sub|sup|u)(?: [^<>]*)?>/g;

/** Returns the first sentence of sanitized HTML, shortened at a word. Null if there is no text. */
export function firstSentence(html: string, locale: string, maxLength = 160): string | null {
  const text = plainText(html.slice(0, maxRead).replace(inlineTag, ""));
  const [first] = segmenter(locale, { granularity: "sentence" }).segment(text);
  const sentence = first?.segment.trim() ?? "";
  if (sentence.length <= maxLength) return sentence === "" ? null : sentence;
  let short = "";
  for (const { segment } of segmenter(locale, { granularity: "word" }).segment(sentence)) {
    if (short.length + segment.length >= maxLength) break;
    short += segment;
  }
  return `${short.trimEnd()}…`;
}
