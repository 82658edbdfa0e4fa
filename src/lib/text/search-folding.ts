import { convert } from "../romanize/romanize.ts";

/** Marks without meaning in a search: accents, and vowel signs of scripts whose writers leave them out. */
const marks =
  /[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
/** Sounds of kana are marks as well: カ and ガ are different syllables. */
const sounds = /[\u3099\u309A]/;
/** Dots below letters of India, which few keyboards have. */
const nuktas = /[\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC]/;

const mayDrop = (mark: string): boolean => (marks.test(mark) && !sounds.test(mark)) || nuktas.test(mark);

/** Letters that people type as others, by what they type. */
const typedAs: Readonly<Record<string, string>> = {
  // Greek at the end of a word, and Ukrainian.
  σ: "ς",
  г: "ґ",
  // Arabic, Persian and Urdu keyboards have different forms of one letter.
  ا: "ٱ",
  ه: "ةہھەۀ",
  ي: "ىیے",
  ك: "ک",
  // Hebrew at the end of a word.
  כ: "ך",
  מ: "ם",
  נ: "ן",
  פ: "ף",
  צ: "ץ",
  // Apostrophes that are letters for Unicode.
  "'": "\u02B9\u02BB\u02BC\u02BD\uA78C",
};
/** The letters that people type, by the letter that they mean. */
export const replacements: ReadonlyMap<string, string> = new Map(
  Object.entries(typedAs).flatMap(([typed, letters]) => Array.from(letters, (letter) => [letter, typed] as const)),
);

/** Katakana and the distance to the same syllable in hiragana. */
const katakana = /[\u30A1-\u30F6\u30FD\u30FE]/g;
const toHiragana = -0x60;

/** Joins parts of a Persian word. Elsewhere, invisible characters say how letters are drawn. */
const persianJoiner = /(?<=\p{Script=Arabic}\p{Mark}{0,4})\u200C(?=\p{Script=Arabic})/gu;
const invisible = /[\u00AD\u0640\u180E\u200C-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** A letter has up to three marks. Some characters become 18 (U+FDFA): a long text of them is cut. */
const maxGrowth = 4;

/**
 * Folds what does not matter in a search: case, width, accents, and letters that people type in another way (ß as ss, ø
 * as o). Addresses convert Latin letters by the same table.
 */
export function foldForSearch(text: string): string {
  const plain = text
    .normalize("NFKD")
    .slice(0, maxGrowth * text.length + 1000)
    .toLowerCase();
  if (/^[\0-\x7F]*$/.test(plain)) return plain;
  return plain
    .replaceAll(/\p{Nonspacing_Mark}/gu, (mark) => (mayDrop(mark) ? "" : mark))
    .replaceAll(persianJoiner, "-")
    .replaceAll(invisible, "")
    .replaceAll(/[^\0-\x7F]/gu, (letter) => replacements.get(letter) ?? letter)
    .replaceAll(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) + toHiragana))
    .replaceAll(/(?![\0-\x7F])\p{Script=Latin}/gu, (letter) => convert(letter).toLowerCase())
    .replaceAll(/(?![0-9])\p{Decimal_Number}/gu, (digit) => convert(digit))
    .normalize("NFC");
}

/** Letters with a second spelling without their mark: German ü as ue, Danish å as aa. */
export const spellings: readonly (readonly [letters: RegExp, digraph: string])[] = [
  [/a\u0308|æ/giu, "ae"],
  [/o\u0308|[øœ]/giu, "oe"],
  [/u\u0308/giu, "ue"],
  [/a\u030A/giu, "aa"],
];

/** Writes letters with a mark by two letters (Müller as Mueller). Undefined if the text has none. */
export function inDigraphs(text: string): string | undefined {
  const marked = text.normalize("NFKD");
  const written = spellings.reduce((result, [letters, digraph]) => result.replaceAll(letters, digraph), marked);
  return written === marked ? undefined : written;
}

/** Two letters that may stand for a letter with a mark. Not in "Bauer", "neue" and "quer". */
export const digraphs = /(?<![aeq])(u)e|(?<![aeo])(o)e|(a)[ea]/g;

/** Writes a folded word as people do who leave out marks (mueller as muller). */
export const withoutDigraphs = (word: string): string => word.replaceAll(digraphs, "$1$2$3");

let latin: ReadonlyMap<string, string> | undefined;

/** Returns the Latin letters of Europe with what people type for them. */
export const latinSpellings = (): ReadonlyMap<string, string> =>
  (latin ??= new Map(
    Array.from({ length: 0x250 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index))
      .filter((letter) => /\p{Lowercase_Letter}/u.test(letter) && letter.normalize("NFKD") === letter)
      .map((letter) => [letter, convert(letter).toLowerCase()]),
  ));
