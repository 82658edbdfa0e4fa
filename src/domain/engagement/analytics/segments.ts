import type { Period } from "./period.ts";

/** A piece of a period that one grain of the sums covers without a gap. */
export interface Segment extends Period {
  /** Which of the periods it is of. */
  point: number;
  grain: "quarter" | "day";
}

const day = 86_400_000;

/** Periods in as few sums as they take: days (UTC) as far as they lie in them whole, and quarters of an hour before and after. */
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
