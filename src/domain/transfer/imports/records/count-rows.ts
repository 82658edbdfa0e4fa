import { createReadStream } from "node:fs";

const [newline, quote] = [10, 34];

/**
 * Counts the rows of a file for progress display. Excludes a CSV header, includes empty lines, and ignores line breaks
 * within quotes.
 */
export async function countRows(file: string, format: "csv" | "ndjson"): Promise<number> {
  let rows = 0;
  let quoted = false;
  let last = newline;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === quote && format === "csv") quoted = !quoted;
      else if (byte === newline && !quoted) rows++;
      last = byte;
    }
  }
  if (last !== newline) rows++;
  return Math.max(0, format === "csv" ? rows - 1 : rows);
}
