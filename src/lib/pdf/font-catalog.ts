import { createRequire } from "node:module";
import path from "node:path";
import { readFileSync } from "node:fs";

const require = createRequire(import.meta.url);

/** Noto Sans for all scripts except Han, kana and Hangul. The first font that has a character displays it. */
const generalFamilies = [
  "noto-sans",
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-thai",
  "noto-sans-bengali",
  "noto-sans-tamil",
  "noto-sans-telugu",
  "noto-sans-gujarati",
  "noto-sans-kannada",
  "noto-sans-malayalam",
  "noto-sans-gurmukhi",
  "noto-sans-sinhala",
  "noto-sans-khmer",
  "noto-sans-lao",
  "noto-sans-myanmar",
  "noto-sans-georgian",
  "noto-sans-armenian",
  "noto-sans-ethiopic",
] as const;

/** One code point of Han has a different shape in each of them. */
const hanFamilies = ["noto-sans-tc", "noto-sans-sc", "noto-sans-jp", "noto-sans-kr"] as const;

type Family = (typeof generalFamilies)[number] | (typeof hanFamilies)[number];

/** Paths of the font files of a family that have a code point, in their order. */
type FontFiles = ReadonlyMap<number, readonly string[]>;

/** Displays characters that no font has. */
export const replacement = "\uFFFD";

/** Returns true if a font file lacks a character of its ranges: a few are listed that the font does not have. */
export type Lacks = (font: string, codePoint: number) => boolean;

/** Returns a function that finds the font file of a character, preferring the shapes of a language for Han. */
export function fontFinder(text: string, language: string, lacks: Lacks): (codePoint: number) => string | undefined {
  const han = hanFamilyOf(text, language);
  const families = [...generalFamilies, han, ...hanFamilies.filter((family) => family !== han)];
  const fileByCodePoint = new Map<number, string | undefined>();
  return (codePoint) => {
    if (!fileByCodePoint.has(codePoint)) fileByCodePoint.set(codePoint, firstFileWith(families, codePoint, lacks));
    return fileByCodePoint.get(codePoint);
  };
}

/** Kana and Hangul tell the language better than the settings of a school. */
function hanFamilyOf(text: string, language: string): (typeof hanFamilies)[number] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "noto-sans-jp";
  if (/\p{Script=Hangul}/u.test(text)) return "noto-sans-kr";
  if (/^ja\b/i.test(language)) return "noto-sans-jp";
  if (/^ko\b/i.test(language)) return "noto-sans-kr";
  return /^zh(-(hans|cn|sg|my)\b|$)/i.test(language) ? "noto-sans-sc" : "noto-sans-tc";
}

function firstFileWith(families: readonly Family[], codePoint: number, lacks: Lacks): string | undefined {
  for (const family of families) {
    const file = filesOf(family)
      .get(codePoint)
      ?.find((candidate) => !lacks(candidate, codePoint));
    if (file !== undefined) return file;
  }
  return undefined;
}

const opened = new Map<Family, FontFiles>();

/**
 * The packages list their files by Unicode range, as in CSS. A family for Han has thousands of ranges, too many to
 * search them for each character of a long receipt.
 */
function filesOf(family: Family): FontFiles {
  const known = opened.get(family);
  if (known) return known;
  const index = require.resolve(`@fontsource-variable/${family}/unicode.json`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The package has an exact version.
  const ranges = JSON.parse(readFileSync(index, "utf8")) as Record<string, string>;
  const files = new Map<number, string[]>();
  for (const [name, text] of Object.entries(ranges)) {
    const file = path.join(
      path.dirname(index),
      "files",
      `${family}-${name.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`,
    );
    for (const [first, last] of text.split(",").map(readRange)) {
      for (let codePoint = first; codePoint <= last; codePoint++) {
        const earlierFiles = files.get(codePoint);
        if (earlierFiles) earlierFiles.push(file);
        else files.set(codePoint, [file]);
      }
    }
  }
  opened.set(family, files);
  return files;
}

/** `U+0041` or `U+0041-005A` */
function readRange(text: string): [number, number] {
  const [first = "", last = first] = text.trim().slice(2).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
