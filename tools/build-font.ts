import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/*
 * Writes the two files of the font of all pages: Inter with the letters of Western European languages, and with those of
 * other European languages and Vietnamese, from regular to bold. Run it after an update of the package:
 *
 *   npm run build:font
 */

const source = fileURLToPath(import.meta.resolve("inter-ui/variable/InterVariable.woff2"));
const folder = path.join(import.meta.dirname, "../src/pages/fonts");

/** Blocks of Unicode, and single characters. */
interface Letters {
  blocks: readonly (readonly [number, number])[];
  others: string;
}

/** Basic Latin, Latin-1, punctuation, arrows and operators: all that most pages need. */
const western: Letters = {
  blocks: [
    [0x20, 0x7e],
    [0xa0, 0xff],
  ],
  others: "ŒœŸ–—‘’‚“”„†‡•…‰′″‹›⁄€™←↑→↓−×÷≈≠≤≥✓✗",
};

/** Latin Extended-A, the letters of Romanian, Vietnamese and Pinyin, and other currencies. */
const extended: Letters = {
  blocks: [
    [0x100, 0x17f],
    [0x1ea0, 0x1ef9],
  ],
  others: "ƠơƯưǍǎǏǐǑǒǓǔǙǚǛǜȘșȚțˆˇ˘˙˚˛˜˝₫₹₺₩₱₪₴₿",
};

const options = {
  targetFormat: "woff2" as const,
  /** Kerning, accents, local forms, punctuation between capitals, and figures of one width. */
  keepFeatures: ["kern", "mark", "mkmk", "ccmp", "locl", "case", "tnum", "lnum"],
  variationAxes: { opsz: 14, wght: { min: 400, max: 700, default: 400 } },
};

/** Returns the files of the font by their names. */
export async function subsets(): Promise<ReadonlyMap<string, Uint8Array>> {
  return new Map([
    ["inter.woff2", await subset(western)],
    ["inter-extended.woff2", await subset(extended)],
  ]);
}

function subset({ blocks, others }: Letters): Promise<Uint8Array> {
  const letters = blocks.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
  return subsetFont(readFileSync(source), String.fromCodePoint(...letters) + others, options);
}

if (import.meta.main) for (const [name, file] of await subsets()) writeFileSync(path.join(folder, name), file);
