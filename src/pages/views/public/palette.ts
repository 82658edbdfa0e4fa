import type { Face } from "#domain/catalog/public-catalog/face.ts";
import { contrast, farthest, mix, readable } from "#lib/contrast.ts";

/** The colours that the stylesheet knows, by its names for them. */
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

type Colors = Face["appearance"]["colors"];

const [text, shape] = [4.5, 3];

/**
 * The school's own colours, each as it is where people can read it on what it stands on, and otherwise only as much
 * darker or lighter as they need (WCAG 2.2, 1.4.3 and 1.4.11). `own` are the names of those that it has chosen.
 */
export function paletteOf(colors: Colors, own: ReadonlySet<string>): Palette {
  const paper = colors.background;
  const ink = readable(colors.text, [paper], text, farthest(paper));
  const desk = readable(colors.surface, [ink], text, paper);
  return rest({ paper, desk, ink }, colors, own, "#a3271b");
}

const [night, nightDesk, nightInk] = ["#171d1a", "#0e1311", "#e9ede9"] as const;

/** The same for the dark: a school whose pages are dark already keeps them as they are. */
export function darkPaletteOf(colors: Colors, own: ReadonlySet<string>): Palette {
  if (farthest(colors.background) === "#ffffff") return paletteOf(colors, own);
  const tint = own.has("background") ? colors.background : night;
  const paper = mix(night, tint, 0.04);
  const desk = mix(nightDesk, tint, 0.04);
  return rest({ paper, desk, ink: nightInk }, { ...colors, mutedText: "#a8b2ac", border: "#2c3430" }, own, "#f2907d");
}

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

/** Which way a ground goes to stand out more from what is written on it. */
const awayFrom = (written: string, ground: string): string =>
  contrast(written, "#ffffff") < contrast(ground, "#ffffff") ? "#000000" : "#ffffff";
