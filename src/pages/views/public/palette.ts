import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import { contrast, farthest, mix, readable } from "#lib/look/contrast.ts";

/** Colors of the stylesheet by name. */
export interface Palette {
  paper: string;
  desk: string;
  ink: string;
  soft: string;
  rule: string;
  line: string;
  rubric: string;
  link: string;
  primary: string;
  onPrimary: string;
  press: string;
  wash: string;
}

type Colors = PageShell["appearance"]["colors"];

const [text, shape] = [4.5, 3];

/**
 * Returns the school's colors. Colors with too little contrast to their background are darkened or lightened as
 * little as needed (WCAG 2.2, 1.4.3 and 1.4.11). `own` names the colors that the school chose.
 */
export function paletteOf(colors: Colors, own: ReadonlySet<string>): Palette {
  const paper = colors.background;
  const ink = readable(colors.text, [paper], text, farthest(paper));
  const desk = readable(colors.surface, [ink], text, paper);
  return rest({ paper, desk, ink }, colors, own, "#a3271b");
}

const [night, nightDesk, nightInk] = ["#171d1a", "#0e1311", "#e9ede9"] as const;

/** Returns the dark palette. A school with dark pages keeps its colors. */
export function darkPaletteOf(colors: Colors, own: ReadonlySet<string>): Palette {
  if (isDark(colors)) return paletteOf(colors, own);
  const paper = darkPaperOf(colors, own);
  const desk = mix(nightDesk, tintOf(colors, own), 0.04);
  return rest({ paper, desk, ink: nightInk }, { ...colors, mutedText: "#a8b2ac", border: "#2c3430" }, own, "#f2907d");
}

/** Returns the `paper` of the palette and of the dark palette, without their other colors. */
export const papersOf = (colors: Colors, own: ReadonlySet<string>): { light: string; dark: string } => ({
  light: colors.background,
  dark: isDark(colors) ? colors.background : darkPaperOf(colors, own),
});

const isDark = ({ background }: Colors): boolean => farthest(background) === "#ffffff";

const tintOf = ({ background }: Colors, own: ReadonlySet<string>): string =>
  own.has("background") ? background : night;

const darkPaperOf = (colors: Colors, own: ReadonlySet<string>): string => mix(night, tintOf(colors, own), 0.04);

type Grounds = Pick<Palette, "paper" | "desk" | "ink">;

function rest({ paper, desk, ink }: Grounds, colors: Colors, own: ReadonlySet<string>, mark: string): Palette {
  const grounds = [paper, desk];
  const rubric = readable(own.has("accent") ? colors.accent : mark, grounds, text, ink);
  const primary = own.has("primary") ? readable(colors.primary, grounds, shape, ink) : ink;
  const onPrimary = contrast(primary, paper) >= text ? paper : farthest(primary);
  return {
    paper,
    desk,
    ink,
    soft: readable(colors.mutedText, grounds, text, ink),
    rule: colors.border,
    line: readable(colors.border, grounds, shape, ink),
    rubric,
    link: own.has("link") ? readable(colors.link, grounds, text, ink) : ink,
    primary,
    onPrimary,
    press: mix(primary, awayFrom(onPrimary, primary), 0.18),
    wash: mix(paper, rubric, 0.06),
  };
}

/** Returns the direction that increases contrast to the text. */
const awayFrom = (written: string, ground: string): string =>
  contrast(written, "#ffffff") < contrast(ground, "#ffffff") ? "#000000" : "#ffffff";
