import { readFile } from "node:fs/promises";
import * as fontkit from "fontkit";
import subsetFont from "subset-font";
import { breakableParts, fillLines, graphemes, type Range } from "./break-lines.ts";
import type { Lacks } from "./font-catalog.ts";
import { type ItemizedText, itemize, visualRuns } from "./itemize.ts";

type Weight = 400 | 600;

export interface TextBlock {
  text: string;
  /** BCP 47, for the shapes of Han and the places where lines break. */
  language: string;
  weight: Weight;
  color: string;
  /** Tried in order until the text fits. */
  sizes: readonly number[];
  maxLines: number;
  maxWidth: number;
}

/** A block with its lines in the first size that fits. */
export interface FittedText {
  size: number;
  lines: Line[];
  color: string;
}

interface Line {
  width: number;
  runs: { text: string; font: string; width: number }[];
}

/** Keeps fonts and measures texts: a PDF, or the outlines of an image. */
export interface FontBook {
  registerFont: (name: string, bytes: Buffer) => unknown;
  font: (name: string) => { fontSize: (size: number) => { widthOfString: (text: string) => number } };
}

type Document = PDFKit.PDFDocument;

const ellipsis = "…";
const lineHeight = 1.36;

/**
 * Registers the fonts of the blocks, each reduced to the characters that it displays, and breaks the blocks into lines.
 * Fonts are variable: the weight is fixed while they are reduced.
 */
export async function fitBlocks(book: FontBook, blocks: readonly TextBlock[]): Promise<FittedText[]> {
  const missing = new Map<string, Set<number>>();
  const lacks: Lacks = (font, codePoint) => missing.get(font)?.has(codePoint) === true;
  for (;;) {
    const itemized = blocks.map((block) => ({
      block,
      item: itemize(`${block.text.trim()}${ellipsis}`, block.language, lacks),
    }));
    const fonts = await reducedFonts(itemized);
    const unavailable = fonts.filter((font) => font.missing.length > 0);
    for (const { font, missing: codePoints } of unavailable) {
      missing.set(font, new Set([...(missing.get(font) ?? []), ...codePoints]));
    }
    // Ends, because each round excludes characters from fonts.
    if (unavailable.length > 0) continue;
    for (const { name, bytes } of fonts) book.registerFont(name, bytes);
    return itemized.map(({ block, item }) => fit(book, block, item));
  }
}

const nameOf = (font: string, weight: Weight): string => `${weight} ${font}`;

/** Brackets are mirrored in right-to-left text. */
const brackets = "()[]{}<>«»‹›";

/** Reduces each font to the characters that it displays, and lists those that it turns out not to have. */
async function reducedFonts(itemized: readonly { block: TextBlock; item: ItemizedText }[]) {
  const needed = new Map<string, { font: string; weight: Weight; characters: Set<string> }>();
  for (const { block, item } of itemized) {
    let at = 0;
    for (const character of item.text) {
      const font = item.fonts[at] ?? "";
      const name = nameOf(font, block.weight);
      const entry = needed.get(name) ?? { font, weight: block.weight, characters: new Set() };
      needed.set(name, entry);
      entry.characters.add(character);
      at += character.length;
    }
  }
  const fonts = [];
  for (const [name, { font, weight, characters }] of needed) {
    const text = [...characters].join("");
    const bytes = await subsetFont(await readFile(font), text + brackets, {
      targetFormat: "truetype",
      variationAxes: { wght: weight },
    });
    fonts.push({ name, font, bytes, missing: missingFrom(bytes, text) });
  }
  return fonts;
}

function missingFrom(bytes: Buffer, text: string): number[] {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const font = fontkit.create(bytes);
  if (!("hasGlyphForCodePoint" in font)) return codePoints;
  try {
    return codePoints.filter((codePoint) => !isInvisible(codePoint) && !font.hasGlyphForCodePoint(codePoint));
  } catch {
    // A font without any of the characters has no table of characters.
    return codePoints;
  }
}

/** Joiners and direction marks, which fonts need not have. */
const isInvisible = (codePoint: number): boolean => /[\p{Cf}\uFE00-\uFE0F]/u.test(String.fromCodePoint(codePoint));

function fit(book: FontBook, block: TextBlock, item: ItemizedText): FittedText {
  const end = item.text.length - ellipsis.length;
  // Widths are proportional to the size.
  const widths = new Map<number, number>();
  const unitWidth = (part: Range): number => {
    const known = widths.get(part.start * 65_536 + part.end);
    if (known !== undefined) return known;
    const width = runsOf(book, block, item, part, 1).reduce((sum, run) => sum + run.width, 0);
    widths.set(part.start * 65_536 + part.end, width);
    return width;
  };
  const parts = breakableParts(item.text.slice(0, end), block.language);
  for (const [index, size] of block.sizes.entries()) {
    const isLast = index === block.sizes.length - 1;
    const limit = block.maxWidth / size;
    const fitting = parts.flatMap((part) =>
      unitWidth(part) > limit ? graphemes(item.text, part, block.language) : [part],
    );
    const lines = fillLines(fitting, limit, unitWidth);
    if (lines.length > block.maxLines && !isLast) continue;
    const visible = lines.slice(0, block.maxLines);
    return {
      size,
      color: block.color,
      lines: visible.map((line, number) => {
        const isCut = number === block.maxLines - 1 && lines.length > block.maxLines;
        return lineOf(book, block, isCut ? cut(item, line) : { item, line: trimmed(item, line) }, size);
      }),
    };
  }
  return { size: 0, color: block.color, lines: [] };
}

/** Spaces at the end of a line would move it off center. */
function trimmed({ text }: ItemizedText, { start, end }: Range): Range {
  let last = end;
  while (last > start && /\s/u.test(text[last - 1] ?? "")) last--;
  return { start, end: last };
}

/** Replaces the last characters of a line by an ellipsis. */
function cut(item: ItemizedText, line: Range): { item: ItemizedText; line: Range } {
  const [start, end] = [line.start, Math.max(line.start, line.end - 3)];
  const dots = item.text.length - ellipsis.length;
  const text = item.text.slice(start, end) + ellipsis;
  const fonts = [...item.fonts.slice(start, end), item.fonts[dots] ?? ""];
  const base = item.levels[dots] ?? 0;
  return {
    item: { text, fonts, levels: Uint8Array.from([...item.levels.slice(start, end), base]) },
    line: { start: 0, end: text.length },
  };
}

function lineOf(
  book: FontBook,
  block: TextBlock,
  { item, line }: { item: ItemizedText; line: Range },
  size: number,
): Line {
  const runs = runsOf(book, block, item, line, size);
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
}

const runsOf = (book: FontBook, { weight }: TextBlock, item: ItemizedText, { start, end }: Range, size: number) =>
  visualRuns(item, start, end).map(({ text, font }) => {
    const name = nameOf(font, weight);
    return { text, font: name, width: book.font(name).fontSize(size).widthOfString(text) };
  });

export interface Anchor {
  /** The left edge, the center or the right edge of the lines. */
  x: number;
  top: number;
  align: "left" | "center" | "right";
}

const shares = { left: 0, center: 0.5, right: 1 };

/** Draws the lines, the first baseline at `top` plus the size. Returns the bottom. */
export function drawText(pdf: Document, fitted: FittedText, anchor: Anchor): number {
  pdf.fillColor(fitted.color);
  return placeRuns(fitted, anchor, ({ text, font }, left, baseline) => {
    pdf.font(font).fontSize(fitted.size).text(text, left, baseline, { lineBreak: false, baseline: "alphabetic" });
  });
}

/** Calls `draw` for each run with its left end on the baseline. Returns the bottom. */
export function placeRuns(
  { lines, size }: FittedText,
  { x, top, align }: Anchor,
  draw: (run: Line["runs"][number], left: number, baseline: number) => void,
): number {
  let baseline = top + size;
  for (const { runs, width } of lines) {
    let left = x - width * shares[align];
    for (const run of runs) {
      draw(run, left, baseline);
      left += run.width;
    }
    baseline += size * lineHeight;
  }
  return baseline - size;
}

export const heightOf = ({ lines, size }: FittedText): number => lines.length * size * lineHeight;
