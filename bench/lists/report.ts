import { type Spread, spread } from "../harness/statistics.ts";
import { depths, type Place } from "./rows.ts";
import type { Listed, Taken } from "./listed.ts";

const maxPageToRowRatio = 3;
const maxGrowth = 1.3;

export interface Report {
  text: string;
  reached: boolean;
  isFlat: boolean;
}

/** `countOf` returns the number of rows of a list. */
export function report(all: readonly Listed[], countOf: (listed: Listed) => number): Report {
  const lines = all.map((listed) => {
    const { row, taken } = listed;
    const key = spread(taken.map((one) => one.key)).median;
    const pages = (["ids", ...depths] as const).map((place) => cell(ratios(taken, place)));
    const grown = growthOf(listed, all)?.toFixed(2) ?? "";
    const name = `${row.name}, of ${countOf(listed).toLocaleString("en")}`;
    return `| ${[name, `${Math.round(key)} µs`, ...pages, grown].join(" | ")} |`;
  });
  const reached = all.every(({ taken }) => depths.every((depth) => ratios(taken, depth).median <= maxPageToRowRatio));
  const isFlat = all.every((listed) => (growthOf(listed, all) ?? 1) <= maxGrowth);
  const text = [
    "|  | one row by key | ids of a page ÷ row | first page ÷ row | middle ÷ row | last ÷ row | large ÷ small |",
    "| --- | --: | --: | --: | --: | --: | --: |",
    ...lines,
    "",
    `At most ${maxPageToRowRatio} × a row ${reached ? "✓" : "✗"}, flat (≤ ${maxGrowth}) ${isFlat ? "✓" : "✗"}`,
  ].join("\n");
  return { text, reached, isFlat };
}

const ratios = (taken: readonly Taken[], place: Place | "ids"): Spread =>
  spread(taken.map((one) => one[place] / one.key));

const cell = ({ median, min, max }: Spread) => `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;

/** Ratio of the cost at the large site to the small site, at the depth with the highest ratio. */
function growthOf({ row, size, taken }: Listed, all: readonly Listed[]): number | undefined {
  const small = size === "large" ? all.find((other) => other.row === row && other.size === "small") : undefined;
  if (!small) return undefined;
  const growth = depths.map(
    (depth) => spread(taken.map((one, round) => one[depth] / small.taken[round]![depth])).median,
  );
  return Math.max(...growth);
}
