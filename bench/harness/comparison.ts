import type { Contender, Row } from "./contender.ts";
import type { Result } from "./rounds.ts";
import { type Spread, spread } from "./statistics.ts";

/** Names of contenders: the baseline of the ratios, the contender with targets, and the upper limit. */
export interface Roles {
  peer: string;
  ours?: string;
  limit?: string;
  /** Our server on tables without planner statistics. */
  unanalyzed?: string;
  /** Maximum resident memory of our server after the load, in megabytes. */
  memory?: number;
}

/** Maximum ratio of our rate with planner statistics to the rate without. */
const maxWithoutStatistics = 1.2;

export interface Entry {
  contender: string;
  title: string;
  value: Spread;
  /** Relative to the median of the peer. */
  ratio: number;
  cpuMicroseconds: number | undefined;
  p99Milliseconds: number | undefined;
}

export interface Compared {
  name: string;
  title: string;
  unit: "req/s" | "MB";
  entries: Entry[];
  targets: Target[];
}

interface Target {
  text: string;
  reached: boolean;
}

/** Compares rates per row, and the memory of the processes at the end of each round. */
export function compare(
  rows: readonly Row[],
  contenders: readonly Contender[],
  results: readonly Result[],
  roles: Roles,
): Compared[] {
  const find = (row: Row, contender: Contender) =>
    results.find((result) => result.row === row && result.contender === contender.name)!.samples;
  const rates = rows.map((row): Compared => {
    const entries = withRatios(roles.peer, contenders, (contender) => {
      const samples = find(row, contender);
      return {
        value: spread(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
        cpuMicroseconds: spread(samples.map(({ cpuMicroseconds }) => cpuMicroseconds)).median,
        p99Milliseconds: spread(samples.map(({ p99Milliseconds }) => p99Milliseconds)).median,
      };
    });
    return { name: row.name, title: row.title, unit: "req/s", entries, targets: rateTargets(row, entries, roles) };
  });
  return [...rates, memory(rows.at(-1)!, contenders, find, roles)];
}

function memory(
  lastRow: Row,
  contenders: readonly Contender[],
  find: (row: Row, contender: Contender) => readonly { residentMegabytes: number }[],
  roles: Roles,
): Compared {
  const entries = withRatios(roles.peer, contenders, (contender) => ({
    value: spread(find(lastRow, contender).map(({ residentMegabytes }) => residentMegabytes)),
    cpuMicroseconds: undefined,
    p99Milliseconds: undefined,
  }));
  const ours = entries.find(({ contender }) => contender === roles.ours);
  const maxMemory = roles.memory;
  const targets = ours && maxMemory ? [{ text: `≤ ${maxMemory} MB`, reached: ours.value.median <= maxMemory }] : [];
  return { name: "memory", title: "memory after load (resident)", unit: "MB", entries, targets };
}

function withRatios(
  peer: string,
  contenders: readonly Contender[],
  describe: (contender: Contender) => Pick<Entry, "value" | "cpuMicroseconds" | "p99Milliseconds">,
): Entry[] {
  const described = contenders.map((contender) => ({
    contender: contender.name,
    title: contender.title,
    ...describe(contender),
  }));
  const base = described.find(({ contender }) => contender === peer)?.value.median ?? Number.NaN;
  return described.map((entry) => Object.assign(entry, { ratio: entry.value.median / base }));
}

function rateTargets(row: Row, entries: readonly Entry[], roles: Roles): Target[] {
  const ours = entries.find(({ contender }) => contender === roles.ours);
  const limit = entries.find(({ contender }) => contender === roles.limit);
  const targets: Target[] = [];
  for (const { contender, ratio } of entries) {
    if (!row.maxGrowth || contender === roles.peer) continue;
    const growth = 1 / ratio;
    targets.push({
      text: `${contender} ${growth.toFixed(2)} × the cost, ≤ ${row.maxGrowth}`,
      reached: growth <= row.maxGrowth,
    });
  }
  if (!ours) return targets;
  if (row.target) targets.push({ text: `≥ ${row.target} × peer`, reached: ours.ratio >= row.target });
  if (row.maxCpuMicroseconds !== undefined && ours.cpuMicroseconds !== undefined) {
    targets.push({
      text: `${Math.round(ours.cpuMicroseconds)} µs CPU, ≤ ${row.maxCpuMicroseconds}`,
      reached: ours.cpuMicroseconds <= row.maxCpuMicroseconds,
    });
  }
  const unanalyzed = entries.find(({ contender }) => contender === roles.unanalyzed);
  if (unanalyzed) {
    const ratio = ours.value.median / unanalyzed.value.median;
    targets.push({
      text: `${ratio.toFixed(2)} × the rate without statistics, ≤ ${maxWithoutStatistics}`,
      reached: ratio <= maxWithoutStatistics,
    });
  }
  if (row.shareOfLimit && limit) {
    const reached = ours.value.median >= row.shareOfLimit * limit.value.median;
    targets.push({ text: `≥ ${row.shareOfLimit} × limit`, reached });
  }
  return targets;
}
