import pg from "pg";

/** What is sent for a value: text that the driver need not look at again, where that is safe to write. */
export function toParameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every(isPlainWord)) return `{${value.join(",")}}`;
  return value;
}

/** Needs no quotes in the text form of an array (PostgreSQL §8.15.6). */
const isPlainWord = (value: unknown): boolean =>
  typeof value === "string" && /^[\w:.-]+$/.test(value) && value.toLowerCase() !== "null";

/** Of pg_type, where they never change. */
const [int8, timestamptz, textArray] = [20, 1184, 1009];

const parserOf = (oid: number): unknown => pg.types.getTypeParser(oid);

/** How columns are read: counts as numbers, times by the engine's own parser, short lists of words once. */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format === "binary") return pg.types.getTypeParser(oid, format);
    // Counts and sizes here stay far below 2^53.
    if (oid === int8) return Number;
    if (oid === timestamptz) return parseInstant;
    if (oid === textArray) return parseWords;
    return pg.types.getTypeParser(oid, format);
  },
};

/** `2026-11-20 21:01:09.313+00`: connections speak UTC. Anything else (infinity, years before Christ) is left to pg. */
function parseInstant(text: string): Date {
  if (text.endsWith("+00") && text[10] === " ") return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  return parseAnyInstant(text);
}
const parseAnyInstant = parserOf(timestamptz) as (text: string) => Date;

/** Roles and scopes are few and come with every token: each list is read once, and shared, so that none may change it. */
function parseWords(text: string): readonly string[] {
  const known = wordLists.get(text);
  if (known) return known;
  const words = Object.freeze(parseAnyWords(text));
  if (text.length <= 500 && wordLists.size < 2000) wordLists.set(text, words);
  return words;
}
const parseAnyWords = parserOf(textArray) as (text: string) => string[];
const wordLists = new Map<string, readonly string[]>();
