import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { pause } from "#lib/event-loop/pause.ts";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export type CopyValue = string | number | boolean | Date | null;

/**
 * Inserts rows with COPY, the fastest way into PostgreSQL. `target`: a table with its columns, like `courses (id,
 * title)`. Rows are encoded while they are sent, so `rows` should compute each row on demand.
 */
export async function copyRows(
  client: pg.ClientBase,
  target: string,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const pieces = piecesOf(rows);
  const first = await pieces.next();
  if (first.done) return;
  const all = async function* () {
    yield first.value;
    yield* pieces;
  };
  await pipeline(Readable.from(all()), client.query(copyFrom(`copy ${target} from stdin`)));
}

const maxPieceLength = 64 * 1024;

/** Encodes rows piece by piece, and lets the event loop turn between rows. */
async function* piecesOf(rows: Iterable<readonly CopyValue[]>): AsyncGenerator<Buffer, void> {
  let piece = "";
  for (const row of rows) {
    piece += `${row.map(copyText).join("\t")}\n`;
    const turn = pause();
    if (turn) await turn;
    if (piece.length < maxPieceLength) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  if (piece !== "") yield Buffer.from(piece);
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
