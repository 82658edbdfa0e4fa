import { LRUCache } from "lru-cache";
import pg from "pg";

/** Converts a value to a parameter: bytes unchanged, everything else as text. */
export function toParameter(value: unknown): string | Buffer | null {
  if (typeof value === "string" || Buffer.isBuffer(value)) return value;
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return toArray(value);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  return JSON.stringify(value);
}

const toArray = (values: readonly unknown[]): string => `{${values.map(toElement).join(",")}}`;

function toElement(value: unknown): string {
  if (isPlainWord(value)) return value;
  if (Array.isArray(value)) return toArray(value);
  const text = Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : toParameter(value);
  return text === null ? "null" : `"${String(text).replace(/["\\]/g, "\\$&")}"`;
}

/** Converts values of one type to an array literal. Most types need no escaping. */
export function toTypedArray(type: string, values: readonly unknown[]): string {
  const element = elements[type] ?? toElement;
  return `{${values.map((value) => (value === null || value === undefined ? "null" : element(value))).join(",")}}`;
}

const elements: Record<string, (value: unknown) => string> = {
  integer: String,
  boolean: String,
  timestamptz: (value) => (value instanceof Date ? instantText(value) : String(value)),
  bytea: (value) => (Buffer.isBuffer(value) ? `"\\\\x${value.toString("hex")}"` : String(value)),
};

/** Caches the last instant: most requests of a batch arrive within the same millisecond. */
function instantText(value: Date): string {
  const time = value.getTime();
  if (time !== lastInstant.time) lastInstant = { time, text: value.toISOString() };
  return lastInstant.text;
}
let lastInstant = { time: 0, text: new Date(0).toISOString() };

/** Matches values that need no quotes in an array literal (PostgreSQL §8.15.6). */
const isPlainWord = (value: unknown): value is string =>
  typeof value === "string" && /^[\w:.-]+$/.test(value) && value.toLowerCase() !== "null";

/** Type OIDs from pg_type; they never change. */
const [int8, timestamptz, textArray] = [20, 1184, 1009];

type Parser = (text: string) => unknown;

const driversParserOf = (oid: number, format?: "text" | "binary"): Parser =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pg types its parsers by the format only.
  pg.types.getTypeParser(oid, format) as Parser;

/** Returns the parser for a column type: counts as numbers, timestamps by a fast parser, short text lists cached. */
export function parserOf(oid: number): Parser {
  // Counts and sizes stay far below 2^53.
  if (oid === int8) return Number;
  if (oid === timestamptz) return parseInstant;
  if (oid === textArray) return parseWords;
  return driversParserOf(oid);
}

/** The same parsers for queries without a template. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    format === "binary" ? driversParserOf(oid, format) : parserOf(oid),
};

/**
 * Parses `2026-11-20 21:01:09.313+00`; connections use UTC. Reads digit by digit for speed on pages with many rows.
 * Leaves other values (infinity, years before the first or after 9999) to pg.
 */
function parseInstant(text: string): unknown {
  const year = digits(text, 0, 4);
  // Date.UTC maps years below 100 to the 20th century.
  if (text[10] !== " " || !text.endsWith("+00") || year < 100) return parseAnyInstant(text);
  const end = text.length - "+00".length;
  let milliseconds = 0;
  for (let index = 20, unit = 100; index < end && unit >= 1; index++, unit /= 10) {
    milliseconds += (text.charCodeAt(index) - zero) * unit;
  }
  const [month, day] = [digits(text, 5, 7) - 1, digits(text, 8, 10)];
  const [hours, minutes, seconds] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  return new Date(Date.UTC(year, month, day, hours, minutes, seconds, milliseconds));
}

function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let index = from; index < to; index++) number = number * 10 + text.charCodeAt(index) - zero;
  return number;
}
const zero = "0".charCodeAt(0);

const parseAnyInstant = driversParserOf(timestamptz);

/**
 * Parses a list of words. Keeps the lists that are read most: roles and scopes, which every token has, among those of
 * single rows, such as search terms. The shared results are readonly.
 */
function parseWords(text: string): unknown {
  const cached = wordLists.get(text);
  if (cached) return cached;
  const parsed = Object.freeze(parseAnyWords(text));
  wordLists.set(text, parsed);
  return parsed;
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The parser of text[].
const parseAnyWords = driversParserOf(textArray) as (text: string) => string[];

/** Longer texts are not kept. All scopes together have about 700 characters. */
const maxCachedText = 1000;
const wordLists = new LRUCache<string, readonly string[]>({
  maxSize: 200_000,
  maxEntrySize: maxCachedText,
  sizeCalculation: (_words, text) => text.length + 1,
});
