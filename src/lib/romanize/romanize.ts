import { segmenter } from "../text/formats.ts";
import { createRequire } from "node:module";
import { arabicWords, isPersian, romanizeArabic } from "./arabic.ts";
import { hebrewWords, romanizeHebrew } from "./hebrew.ts";
import { indicWords, romanizeIndic } from "./indic.ts";
import { joinKana } from "./kana.ts";
import { romanizeThai } from "./thai.ts";

const require = createRequire(import.meta.url);

type AnyAscii = (text: string) => string;

/** Loaded when a text needs it, because its tables are large. */
let anyAscii: AnyAscii | undefined;

function loadTables(): AnyAscii {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` has no types.
  const { default: loaded } = require("any-ascii") as { default: AnyAscii };
  return loaded;
}

/**
 * Writes a text of any script in ASCII letters, for URLs: each Chinese character as a word (夜空 is ye kong). Emoji are
 * left out. See docs/decisions/0049.
 */
export function romanize(text: string): string {
  const plain = text
    .normalize("NFKD")
    // Marks of other scripts are sounds: カ and ガ are different syllables.
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Common}])\p{Mark}+|\p{Extended_Pictographic}/gu, "")
    .normalize("NFKC")
    // The normalization divides the Thai vowel, and Persian separates parts of words.
    .replaceAll("\u0E4D\u0E32", "\u0E33")
    .replaceAll(/(?<=\p{Script=Arabic})\u200C/gu, " ");
  if (/^[\0-\x7F]*$/.test(plain)) return plain;
  const inPersian = isPersian(plain);
  return convert(
    separateWords(plain)
      .replaceAll(arabicWords, (word) => romanizeArabic(word, inPersian, convert))
      .replaceAll(hebrewWords, (word) => romanizeHebrew(word, convert))
      .replaceAll(indicWords, (word) => romanizeIndic(word, convert))
      .replaceAll(/[\u0E01-\u0E4D]+/g, romanizeThai)
      .replaceAll(withoutVowel, "$&a")
      .replaceAll(/\p{Script=Han}/gu, (character) => ` ${convert(character)} `)
      .replaceAll(/[\p{Letter}\p{Mark}]+/gu, letters),
  );
}

/** Sinhala and Burmese consonants without a vowel sign have the vowel "a". */
const withoutVowel = /[\u0D9A-\u0DC6](?![\u0DCA-\u0DDF])|[\u1000-\u1021][\u103B-\u103E]*(?![\u102B-\u103E])/g;

/** Converts characters one by one. */
export const convert = (text: string): string => (anyAscii ??= loadTables())(text);

/** Converts a word. Apostrophes stand for sounds there (Українська is Ukrains'ka), and would divide it. */
const letters = (word: string): string =>
  /^[a-z]*$/i.test(word) ? word : convert(joinKana(word, convert)).replaceAll(/['`]/g, "");

const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Separates the words of scripts that write none between them, and Lao vowels from the consonant before. */
function separateWords(text: string): string {
  if (!unspaced.test(text)) return text;
  const words = segmenter("th", { granularity: "word" }).segment(text);
  return Array.from(words, ({ segment }) => segment)
    .join(" ")
    .replaceAll(/([\u0EC0-\u0EC4])([\u0E81-\u0EAE])/g, "$2$1");
}
