import { soundsOf } from "./sounds.ts";

/**
 * Romanizes Arabic, Persian and Urdu. Most texts write only consonants and long vowels, so words come out without the
 * short ones: كتاب is ktab. Vowel marks are used if a text has them.
 */
export const arabicWords = /[\p{Script=Arabic}\u0640\u064B-\u0655\u0670]+/gu;

const letters = soundsOf({
  "": "ؤئء\u0640\u0652\u0653\u0654\u0655",
  a: "اآأٱىةع\u064E\u0670",
  an: "\u064B",
  b: "ب",
  ch: "چ",
  d: "دڈض",
  dh: "ذ",
  e: "ےۓ",
  f: "ف",
  g: "گ",
  gh: "غ",
  h: "حهھہ",
  i: "إ\u0650",
  in: "\u064D",
  j: "ج",
  k: "كک",
  kh: "خ",
  l: "ل",
  m: "م",
  n: "نں",
  p: "پ",
  q: "ق",
  r: "رڑ",
  s: "سص",
  sh: "ش",
  t: "تٹط",
  th: "ث",
  u: "\u064F",
  un: "\u064C",
  z: "زظ",
  zh: "ژ",
});
const shadda = "\u0651";
const yeh = /[يی]/;
/** Letters of Persian and Urdu that Arabic does not have. */
const persian = /[پچژگکیہ]/;
/** Letters before which و and ي are consonants. */
const beforeVowel = /^[اآىةيیوے\u064B-\u0650]/;

export const isPersian = (text: string): boolean => persian.test(text);

export function romanizeArabic(word: string, inPersian: boolean, convert: (text: string) => string): string {
  // Persian words open with ای for a long "i": ایران is Iran.
  if (inPersian && /^ای(?=\p{Letter})/u.test(word)) return `i${romanizeArabic(word.slice(2), true, convert)}`;
  const article = /^ال(?=\p{Letter}{2})/u.test(word) && !inPersian;
  let result = "";
  for (const [at, letter] of [...word].entries()) {
    if (article && at < 2) continue;
    const after = word.slice(at + 1);
    if (letter === shadda) result += /[^aiu]$/.exec(result)?.[0] ?? "";
    else if (letter === "و") result += waw(result, after, inPersian ? "v" : "w");
    else if (yeh.test(letter)) result += yehSound(result, after);
    else if (/[هہ]/.test(letter) && inPersian && after === "" && /[^aeiou]$/.test(result)) result += "e";
    else result += joined(result, letters.get(letter) ?? convert(letter));
  }
  return (article ? "al" : "") + result;
}

/** A long vowel after its own mark is the same vowel. */
const joined = (before: string, sound: string): string => (sound === "a" && before.endsWith("a") ? "" : sound);

function waw(before: string, after: string, consonant: string): string {
  if (before.endsWith("u") && !beforeVowel.test(after)) return "";
  return before === "" || /[aeiou]$/.test(before) || beforeVowel.test(after) ? consonant : "u";
}

function yehSound(before: string, after: string): string {
  if (before === "" || /[ae]$|[ou]$/.test(before)) return "y";
  if (before.endsWith("i")) return beforeVowel.test(after) || after.startsWith(shadda) ? "y" : "";
  return /^[ةا]/.test(after) ? "iy" : "i";
}
