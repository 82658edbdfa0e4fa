import { Random } from "../random.ts";
import { landscapes } from "./landscapes.ts";
import { circle, height, leaf, mix, type Palette, times, width } from "./paint.ts";
import { stillLife } from "./still-life.ts";

const motifs = { ...landscapes, ...stillLife };
export type MotifName = keyof typeof motifs;

/** Draws a cover in the colors of the school. The same seed gives the same picture. */
export function cover(palette: Palette, motif: MotifName, seed: string): string {
  const inside = motifs[motif](palette, new Random(seed));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`;
}

export type Mark = "fern" | "mountain";

/** Draws the mark of a school: a fern, or a mountain over the sea. */
export const mark = (palette: Palette, kind: Mark): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${markOf(palette, kind)}</svg>`;

interface Word {
  text: string;
  /** Width of the text in units; fonts differ between machines. */
  length: number;
  color: string;
}

/** Draws the mark with the name beside it. */
export function logo(palette: Palette, kind: Mark, { text, length, color }: Word): string {
  const name = `<text x="78" y="43" font-family="Georgia, serif" font-size="32" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${color}">${text}</text>`;
  const width = 84 + length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 64" width="${width}" height="64">${markOf(palette, kind)}${name}</svg>`;
}

const markOf = (palette: Palette, kind: Mark): string =>
  kind === "fern"
    ? circle(32, 32, 30, palette.deep) +
      `<path d="M32 54C33 40 32 28 30 12" fill="none" stroke="${palette.glow}" stroke-width="2.6" stroke-linecap="round"/>` +
      times(
        5,
        (at) =>
          leaf(32, 46 - at * 7, 17 - at * 2, -32, palette.soft) +
          leaf(32, 46 - at * 7, 17 - at * 2, 212, mix(palette.soft, palette.glow, 0.3)),
      )
    : circle(32, 32, 30, palette.mid) +
      circle(43, 20, 6, palette.glow) +
      `<path d="M6 43L24 18L34 31L41 23L58 43C52 56 42 62 32 62S12 56 6 43Z" fill="${palette.night}"/><path d="M5 42q7-6 13.500 0t13.500 0t13.500 0t13.500 0v4q-9 16-27 16t-27-20Z" fill="${palette.accent}"/>`;
