import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export type CopyValue = string | number | boolean | Date | null;

/**
 * Inserts rows with COPY, the fastest way into PostgreSQL. `target`: a table with its columns, like `staged (id,
 * title)`.
 */
export async function copyRows(
  client: pg.ClientBase,
  target: string,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  let text = "";
  for (const row of rows) text += `${row.map(copyText).join("\t")}\n`;
  if (text === "") return;
  await pipeline(Readable.from([Buffer.from(text)]), client.query(copyFrom(`copy ${target} from stdin`)));
}

/** Encodes a value in COPY text format: \N for null, backslash escapes for delimiters. */
function copyText(value: CopyValue): string {
  if (typeof value === "string") return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, escape) : value;
  if (value === null) return "\\N";
  return value instanceof Date ? instantText(value) : String(value);
}

/** Cached: rows of one source share most of their dates, and formatting a date is the slowest part of a row. */
function instantText(instant: Date): string {
  const time = instant.getTime();
  let text = instants.get(time);
  if (text === undefined) {
    if (instants.size === 10_000) instants.clear();
    text = instant.toISOString();
    instants.set(time, text);
  }
  return text;
}
const instants = new Map<number, string>();

const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escape = (letter: string) => escapes[letter] ?? letter;
