import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/*
 * Writes the font of all pages: Inter with the letters of European languages and Vietnamese, from regular to bold. Run
 * it after an update of the package:
 *
 *   node tools/build-font.ts
 */

const source = fileURLToPath(import.meta.resolve("inter-ui/variable/InterVariable.woff2"));
const target = path.join(import.meta.dirname, "../src/pages/fonts/inter.woff2");

/** Blocks of Unicode: Basic Latin, Latin-1, Latin Extended-A, and the letters of Vietnamese. */
const blocks = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x1ea0, 0x1ef9],
] as const;

/** Letters of Romanian, Vietnamese and Pinyin, punctuation, currencies, arrows and operators. */
const others = "ƠơƯưǍǎǏǐǑǒǓǔǙǚǛǜȘșȚțˆˇ˘˙˚˛˜˝–—‘’‚“”„†‡•…‰′″‹›⁄€₫₹₺₩₱₪₴₿™←↑→↓−×÷≈≠≤≥✓✗";

const options = {
  targetFormat: "woff2" as const,
  /** Kerning, accents, local forms, punctuation between capitals, and figures of one width. */
  keepFeatures: ["kern", "mark", "mkmk", "ccmp", "locl", "case", "tnum", "lnum"],
  variationAxes: { opsz: 14, wght: { min: 400, max: 700, default: 400 } },
};

/** Returns the font of all pages. */
export function subset(): Promise<Uint8Array> {
  const letters = blocks.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
  return subsetFont(readFileSync(source), String.fromCodePoint(...letters) + others, options);
}

if (import.meta.main) writeFileSync(target, await subset());
