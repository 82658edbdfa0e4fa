import { soundsOf } from "./sounds.ts";

/** Romanizes Hebrew. Most texts have no vowel points, so words come out without most short vowels: שלום is shlom. */
export const hebrewWords = /[\u0591-\u05C7\u05D0-\u05EA\u05F3\u05F4]+/g;

const letters = soundsOf({
  "": "׳״",
  a: "אע",
  b: "ב",
  d: "ד",
  f: "ף",
  g: "ג",
  h: "ח",
  k: "כק",
  kh: "ך",
  l: "ל",
  m: "מם",
  n: "נן",
  p: "פ",
  r: "ר",
  s: "ס",
  sh: "ש",
  t: "טת",
  ts: "צץ",
  z: "ז",
});

export function romanizeHebrew(word: string, convert: (text: string) => string): string {
  if (/[\u0591-\u05C7]/.test(word)) return convert(word).replaceAll(/['`]/g, "");
  const plain = word
    .replaceAll("וו", "V")
    .replaceAll("יי", "Y")
    .replaceAll(/[אע]ו/g, "O")
    .replace(/^[אע]י/, "I");
  let result = "";
  for (const [at, letter] of [...plain].entries()) {
    const isFirst = result === "";
    const isLast = at === plain.length - 1;
    const afterVowel = /[aeiou]$/.test(result);
    if (/[A-Z]/.test(letter)) result += letter.toLowerCase();
    else if (letter === "ו") result += isConsonantVav(result, plain.slice(at + 1)) ? "v" : "o";
    else if (letter === "י") result += isFirst || afterVowel ? "y" : "i";
    else if (letter === "ה") result += isLast && !/[aeo]$/.test(result) ? "a" : "h";
    else if ((letter === "א" || letter === "ע") && afterVowel) continue;
    else result += letters.get(letter) ?? "";
  }
  return result;
}

const isConsonantVav = (before: string, after: string): boolean =>
  before === "" || /[aeo]$/.test(before) || /^[הי]/.test(after) || (before.endsWith("i") && after === "");
