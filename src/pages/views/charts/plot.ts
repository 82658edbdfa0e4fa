import { itemAt } from "#lib/collections/item-at.ts";
import type { Scale } from "./nice-scale.ts";

/** Coordinates of a plot: horizontally as shares of its width, vertically in pixels. */
export interface Plot {
  /** Center of a point's band, 0 to 1. */
  across: (index: number) => number;
  down: (value: number) => number;
  /** Share of the width per point. */
  band: number;
}

/** Creates a plot with equal bands per point. `top` and `bottom` are in pixels. */
export const plotOf = (points: number, scale: Scale, { top, bottom }: { top: number; bottom: number }): Plot => ({
  across: (index) => (index + 0.5) / points,
  down: (value) => round(bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - top)),
  band: 1 / points,
});

/** Width of the line drawing, which is stretched to the available width. */
export const drawnWidth = 1000;

/** Builds a path per run of values without gaps: the line and the area down to the base. */
export function linesThrough(
  values: readonly (number | null)[],
  { across, down }: Plot,
): { line: string; area: string }[] {
  const x = (index: number) => round(across(index) * drawnWidth);
  return stretches(values).map((stretch) => {
    const corners = stretch.map(({ index, value }) => `${x(index)} ${down(value)}`).join("L");
    const [first, last] = [x(itemAt(stretch, 0).index), x(itemAt(stretch, -1).index)];
    // A zero-length line: its round caps draw a single point between two gaps as a dot.
    return {
      line: `M${corners}${first === last ? "h0" : ""}`,
      area: `M${first} ${down(0)}L${corners}L${last} ${down(0)}Z`,
    };
  });
}

type Known = { index: number; value: number };

const stretches = (values: readonly (number | null)[]): Known[][] => {
  const runs: Known[][] = [];
  let open: Known[] | undefined;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      open = undefined;
    } else if (open) {
      open.push({ index, value });
    } else {
      runs.push((open = [{ index, value }]));
    }
  }
  return runs;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** `43.75%`, for SVG attributes. */
export const percent = (share: number): string => `${round(share * 100)}%`;
