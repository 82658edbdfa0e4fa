import { toWire } from "#lib/wire/names.ts";
import { type ColorName, lowContrasts, type Warning } from "./appearance.ts";

/** Warns about color pairs with too little contrast. */
export const contrastWarnings = (chosen: Partial<Record<ColorName, string>>): Warning[] =>
  lowContrasts(chosen).map(({ color, on, found, least }) => ({
    pointer: `/colors/${toWire(color)}`,
    code: "low_contrast" as const,
    detail: `${toWire(color)} on ${toWire(on)} has a contrast ratio of ${found}:1. Use at least ${least}:1 for legibility.`,
  }));
