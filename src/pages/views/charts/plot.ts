import type { Scale } from "./nice-scale.ts";

/** Where things are in a plot: along it in shares of its width, which is any, and down it in pixels. */
export interface Plot {
  /** The middle of a point's place, 0 to 1. */
  across: (index: number) => number;
  down: (value: number) => number;
  /** The share of the width that one point has. */
  band: number;
}

/** A plot of so many points, each with a place as wide as the others'; `top` and `bottom` in pixels. */
export const plotOf = (points: number, scale: Scale, { top, bottom }: { top: number; bottom: number }): Plot => ({
  across: (index) => (index + 0.5) / points,
  down: (value) => round(bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - top)),
  band: 1 / points,
});

/** As wide as the drawing in which lines are; it is stretched to the width that there is. */
export const drawnWidth = 1000;

/** The lines through values, one for each stretch without a gap: the path of each, and that down to the base. */
export function linesThrough(
  values: readonly (number | null)[],
  { across, down }: Plot,
): { line: string; area: string }[] {
  const x = (index: number) => round(across(index) * drawnWidth);
  return stretches(values).map((stretch) => {
    const corners = stretch.map(({ index, value }) => `${x(index)} ${down(value)}`).join("L");
    const [first, last] = [x(stretch[0]!.index), x(stretch.at(-1)!.index)];
    // A line to nowhere: its round ends make a dot of a point between two gaps.
    return {
      line: `M${corners}${first === last ? "h0" : ""}`,
      area: `M${first} ${down(0)}L${corners}L${last} ${down(0)}Z`,
    };
  });
}

type Known = { index: number; value: number };

const stretches = (values: readonly (number | null)[]): Known[][] => {
  const found: Known[][] = [];
  let open: Known[] | undefined;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      open = undefined;
    } else if (open) {
      open.push({ index, value });
    } else {
      found.push((open = [{ index, value }]));
    }
  }
  return found;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** `43.75%`, for the attributes of a drawing. */
export const percent = (share: number): string => `${round(share * 100)}%`;
