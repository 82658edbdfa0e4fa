import { contrast } from "#lib/look/contrast.ts";
import { toWire } from "#lib/wire/names.ts";
import { type ColorName, defaultColors, type Warning } from "./appearance.ts";

/** Color pairs with the minimum contrast for legibility (WCAG 2.2, 1.4.3, 1.4.11). */
const pairs: readonly (readonly [color: ColorName, on: ColorName, least: number])[] = [
  ["text", "background", 4.5],
  ["text", "surface", 4.5],
  ["mutedText", "background", 4.5],
  ["link", "background", 4.5],
  ["primary", "background", 3],
  ["accent", "background", 3],
];

/** Warns about color pairs with too little contrast. */
export function contrastWarnings(chosen: Partial<Record<ColorName, string>>): Warning[] {
  const colors = { ...defaultColors, ...chosen };
  return pairs.flatMap(([color, on, least]) => {
    const found = contrast(colors[color], colors[on]);
    if (found >= least) return [];
    const detail = `${toWire(color)} on ${toWire(on)} has a contrast ratio of ${(Math.floor(found * 10) / 10).toFixed(1)}:1. Use at least ${least}:1 for legibility.`;
    return [{ pointer: `/colors/${toWire(color)}`, code: "low_contrast" as const, detail }];
  });
}
