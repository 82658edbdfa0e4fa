import type { Soaked } from "./run-soak.ts";

export interface Verdict {
  text: string;
  reached: boolean;
}

/** Cycles in which caches fill, statements are compiled, and the rows of the demo are deleted. */
export const warmUpCycles = 2;

/** Growth that a random choice of requests explains. */
const tolerance = { share: 1.2, rows: 50 };

/** Tables with more rows at the end than after the warm-up, and tables with rows that should have been deleted. */
function unboundedTables({ cycles }: Soaked): string[] {
  const measured = cycles.slice(warmUpCycles);
  const [first, last] = [measured[0]!, measured.at(-1)!];
  const grown = [...last.rows].filter(
    ([table, count]) => count > (first.rows.get(table) ?? 0) * tolerance.share + tolerance.rows,
  );
  const left = [...last.oldRows].filter(([, count]) => count > 0);
  return [
    ...grown.map(([table, count]) => `${table} grew from ${first.rows.get(table) ?? 0} to ${count} rows`),
    ...left.map(([table, count]) => `${table} has ${count} old rows`),
  ];
}

/** Criteria that do not depend on the machine: errors, rows, and the heap after a collection. */
export function judgeState(soaked: Soaked): Verdict[] {
  const measured = soaked.cycles.slice(warmUpCycles);
  const unbounded = unboundedTables(soaked);
  const heap = growth(measured.map(({ heapAfterCollection }) => heapAfterCollection));
  return [
    {
      text: soaked.failures.length === 0 ? "no error" : `${soaked.failures.length} errors: ${soaked.failures[0]}`,
      reached: soaked.failures.length === 0,
    },
    {
      text: unbounded.length === 0 ? "all tables bounded" : unbounded.join("; "),
      reached: unbounded.length === 0,
    },
    { text: `heap after collection grew by ${percent(heap)}, at most 5 %`, reached: heap <= 0.05 },
  ];
}

/** All criteria. */
export function judge(soaked: Soaked): Verdict[] {
  const measured = soaked.cycles.slice(warmUpCycles);
  const memory = growth(measured.map(({ rss }) => rss));
  const delays = median(measured.map(({ p99Milliseconds }) => p99Milliseconds));
  return [
    ...judgeState(soaked),
    { text: `resident memory grew by ${percent(memory)}, at most 5 %`, reached: memory <= 0.05 },
    { text: `p99 of the event-loop delay ${delays.toFixed(1)} ms, at most 15 ms`, reached: delays <= 15 },
  ];
}

/** Growth from the first third of the values to the last third. */
function growth(values: readonly number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3));
  return median(values.slice(-third)) / median(values.slice(0, third)) - 1;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
