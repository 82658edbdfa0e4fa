import { styleText } from "node:util";
import type { Compared, Entry } from "./comparison.ts";

const barWidth = 32;

/** Draws a text report: one block per row, one bar per contender. */
export function drawReport(compared: readonly Compared[]): string {
  const titleWidth = Math.max(...compared.flatMap(({ entries }) => entries.map(({ title }) => title.length)));
  return compared
    .map(({ title, unit, entries, targets }) => {
      const verdicts = targets.map(({ text, reached }) =>
        styleText(reached ? "green" : "red", `${reached ? "✓" : "✗"} ${text}`),
      );
      const largest = Math.max(...entries.map(({ value }) => value.median));
      const lines = entries.map((entry) => `  ${entry.title.padEnd(titleWidth)}  ${drawEntry(entry, unit, largest)}`);
      return `${[styleText("bold", title), ...verdicts].join("   ")}\n${lines.join("\n")}\n`;
    })
    .join("\n");
}

function drawEntry({ value, ratio, cpuMicroseconds, p99Milliseconds }: Entry, unit: string, largest: number): string {
  const bar = "█".repeat(Math.max(1, Math.round((value.median / largest) * barWidth))).padEnd(barWidth);
  const figures = [
    `${format(value.median).padStart(7)} ${unit}`,
    `${format(value.min)}–${format(value.max)}`.padStart(15),
    Number.isNaN(ratio) ? "" : `${ratio.toFixed(2)} ×`.padStart(8),
    cpuMicroseconds === undefined ? "" : `${format(cpuMicroseconds)} µs CPU`.padStart(13),
    p99Milliseconds === undefined ? "" : `p99 ${p99Milliseconds.toFixed(1)} ms`.padStart(13),
  ];
  return `${bar} ${figures.join(" ")}`;
}

/** Table for bench/README.md: median (min–max) per contender, and the ratio to the peer. */
export function markdownTable(compared: readonly Compared[], ours: string | undefined): string {
  const titles = compared[0]!.entries.map(({ title }) => title);
  const head = ["", ...titles, "ours ÷ peer", "target"];
  const lines = compared.map(({ title, unit, entries, targets }) => [
    unit === "MB" ? `${title}, MB` : `${title}, req/s`,
    ...entries.map(({ value }) => `${format(value.median)} (${format(value.min)}–${format(value.max)})`),
    ratioOf(entries, ours),
    targets.map(({ text, reached }) => `${text} ${reached ? "✓" : "✗"}`).join(", "),
  ]);
  const rule = head.map((_cell, index) => (index === 0 ? "---" : "--:"));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function ratioOf(entries: readonly Entry[], ours: string | undefined): string {
  const ratio = entries.find(({ contender }) => contender === ours)?.ratio;
  return ratio === undefined || Number.isNaN(ratio) ? "" : `${ratio.toFixed(2)} ×`;
}

const format = (value: number) => Math.round(value).toLocaleString("en");
