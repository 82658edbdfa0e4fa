import pg from "pg";

/** What is sent for a value: bytes as they are, everything else as text. */
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

/** The same for values of one type, of which most need no look at their letters. */
export function toTypedArray(type: string, values: readonly unknown[]): string {
  const element = elements[type] ?? toElement;
  return `{${values.map((value) => (value === null || value === undefined ? "null" : element(value))).join(",")}}`;
}

const elements: Record<string, (value: unknown) => string> = {
  integer: String,
  boolean: String,
  timestamptz: (value) => instantText(value as Date),
  bytea: (value) => `"\\\\x${(value as Buffer).toString("hex")}"`,
};

/** Most of what shares a statement was asked within the same millisecond. */
function instantText(value: Date): string {
  const time = value.getTime();
  if (time !== lastInstant.time) lastInstant = { time, text: value.toISOString() };
  return lastInstant.text;
}
let lastInstant = { time: 0, text: new Date(0).toISOString() };

/** Needs no quotes in the text form of an array (PostgreSQL §8.15.6). */
const isPlainWord = (value: unknown): value is string =>
  typeof value === "string" && /^[\w:.-]+$/.test(value) && value.toLowerCase() !== "null";

/** Of pg_type, where they never change. */
const [int8, timestamptz, textArray] = [20, 1184, 1009];

type Parser = (text: string) => unknown;

const driversParserOf = (oid: number): Parser => pg.types.getTypeParser(oid) as Parser;

/** How a column is read: counts as numbers, times by the engine's own parser, short lists of words once. */
export function parserOf(oid: number): Parser {
  // Counts and sizes here stay far below 2^53.
  if (oid === int8) return Number;
  if (oid === timestamptz) return parseInstant;
  if (oid === textArray) return parseWords;
  return driversParserOf(oid);
}

/** The same for what is sent without a template. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    format === "binary" ? (pg.types.getTypeParser(oid, format) as Parser) : parserOf(oid),
};

/**
 * `2026-11-20 21:01:09.313+00`: connections speak UTC. Digit by digit, since a page of rows has many. Anything else
 * (infinity, years before the first or after 9999) is left to pg.
 */
function parseInstant(text: string): Date {
  const year = digits(text, 0, 4);
  // Date.UTC takes years below 100 for those of the twentieth century.
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

const parseAnyInstant = driversParserOf(timestamptz) as (text: string) => Date;

/** Roles and scopes are few and come with every token: each list is read once, and shared, so that none may change it. */
function parseWords(text: string): readonly string[] {
  const known = wordLists.get(text);
  if (known) return known;
  const words = Object.freeze(parseAnyWords(text));
  if (text.length <= 500 && wordLists.size < 2000) wordLists.set(text, words);
  return words;
}
const parseAnyWords = driversParserOf(textArray) as (text: string) => string[];
const wordLists = new Map<string, readonly string[]>();
