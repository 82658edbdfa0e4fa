import { createRequire } from "node:module";
import type { Bidi } from "bidi-js";
import { fontFinder, type Lacks, replacement } from "./font-catalog.ts";

/** A text with the font and the direction of each UTF-16 unit. */
export interface ItemizedText {
  text: string;
  /** Paths of font files. */
  fonts: string[];
  /** UAX #9: odd levels are right-to-left. */
  levels: Uint8Array;
}

/** Part of a line in one font and one direction. */
export interface Run {
  text: string;
  font: string;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Its types describe the ES module, which Node.js does not load.
const openBidi = createRequire(import.meta.url)("bidi-js") as () => Bidi;
const bidi = openBidi();

/** Combining marks and joiners stay in the font of their base, so that they are shaped together. */
const continues = /\p{M}|\u200C|\u200D|[\uFE00-\uFE0F]/u;
/** Scripts whose shaper emits the glyphs of a run from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Assigns fonts and directions. Replaces what no font can display. */
export function itemize(input: string, language: string, lacks: Lacks): ItemizedText {
  const find = fontFinder(input, language, lacks);
  let text = "";
  const fonts: string[] = [];
  for (const character of drawable(input.normalize("NFC").replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "), find)) {
    const codePoint = character.codePointAt(0) ?? 0;
    const ownFont = find(codePoint);
    const before = fonts.at(-1);
    const isMark = before !== undefined && continues.test(character) && !lacks(before, codePoint);
    const font = (isMark ? before : ownFont) ?? find(replacement.charCodeAt(0));
    // Joiners and direction marks without a font are invisible anyway.
    if (font === undefined || (ownFont === undefined && /\p{Cf}|[\uFE00-\uFE0F]/u.test(character))) continue;
    const visible = ownFont === undefined && !isMark ? replacement : character;
    text += visible;
    for (let unit = 0; unit < visible.length; unit++) fonts.push(font);
  }
  return { text, fonts, levels: bidi.getEmbeddingLevels(text, "auto").levels };
}

/** Replaces characters without a font by their plain form: the mathematical letters of 𝓐𝓷𝓷𝓪 by Anna. */
const drawable = (text: string, find: (codePoint: number) => string | undefined): string =>
  Array.from(text, (character) =>
    find(character.codePointAt(0) ?? 0) === undefined ? character.normalize("NFKC") : character,
  ).join("");

/** Returns the runs of a line in visual order (UAX #9, rules L2 and L4). */
export function visualRuns({ text, fonts, levels }: ItemizedText, start: number, end: number): Run[] {
  const runs: (Run & { level: number })[] = [];
  for (let at = start; at < end; at++) {
    const [font = "", level = 0] = [fonts[at], levels[at]];
    const last = runs.at(-1);
    if (last && last.font === font && last.level === level) last.text += text[at];
    else runs.push({ text: text[at] ?? "", font, level });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) reverseFrom(runs, level);
  return runs.map((run) => ({ font: run.font, text: inShapingOrder(run) }));
}

/** Reverses each sequence of runs at this level or above. */
function reverseFrom(runs: { level: number }[], level: number): void {
  for (let start = 0; start < runs.length; start++) {
    let end = start;
    while (end < runs.length && (runs[end]?.level ?? 0) >= level) end++;
    if (end > start + 1) runs.splice(start, end - start, ...runs.slice(start, end).toReversed());
    if (end > start) start = end;
  }
}

/**
 * The shaper reverses runs of right-to-left scripts by their script alone. Other characters in right-to-left text
 * (spaces, brackets) are reversed here, and digits of these scripts, which are left-to-right, twice.
 */
function inShapingOrder({ text, level }: { text: string; level: number }): string {
  const isRightToLeft = level % 2 === 1;
  if (isRightToLeft === rightToLeft.test(text)) return text;
  const characters = [...text].toReversed();
  if (!isRightToLeft) return characters.join("");
  return characters.map((character) => bidi.getMirroredCharacter(character) ?? character).join("");
}
