import type { Period } from "./period.ts";

/** A part of a period that one granularity covers completely. */
export interface Segment extends Period {
  /** Index of the period it belongs to. */
  point: number;
  grain: "quarter" | "day";
}

const day = 86_400_000;

/** Covers periods with as few rollups as possible: whole UTC days, and quarters of an hour at the edges. */
export const segmentsOf = (periods: readonly Period[]): Segment[] =>
  periods.flatMap((period, point) =>
    pieces(period)
      .filter(({ from, to }) => from < to)
      .map((piece) => ({ ...piece, point })),
  );

function pieces({ from, to }: Period): Omit<Segment, "point">[] {
  const first = new Date(Math.ceil(from.getTime() / day) * day);
  const last = new Date(Math.floor(to.getTime() / day) * day);
  if (first >= last) return [{ grain: "quarter", from, to }];
  return [
    { grain: "quarter", from, to: first },
    { grain: "day", from: first, to: last },
    { grain: "quarter", from: last, to },
  ];
}
