import { Sql } from "./sql.ts";

const binarySuffix = "#";

/**
 * Selects timestamp columns in PostgreSQL's 8-byte binary form instead of text: `timestamps("posts", "created_at")` is
 * read as `createdAt`. For lists, where formatting timestamps is PostgreSQL's largest cost per row.
 */
export const timestamps = (table: string, ...columns: readonly string[]): Sql =>
  // Frozen like template literals, so that a statement with it compiles only once.
  new Sql(
    Object.freeze([
      columns.map((column) => `timestamptz_send(${table}.${column}) as "${column}${binarySuffix}"`).join(", "),
    ]),
    [],
  );

/** Strips the suffix from a column name; returns undefined without one. */
export const timestampName = (name: string): string | undefined =>
  name.endsWith(binarySuffix) ? name.slice(0, -binarySuffix.length) : undefined;

/**
 * Parses `\x0002…`: microseconds since 2000 in 64 bits. Reads two halves, since JavaScript numbers have 53 bits.
 * Truncates to milliseconds.
 */
export function parseTimestamp(hex: string): Date | number {
  const [high, low] = [Number.parseInt(hex.slice(2, 10), 16) | 0, Number.parseInt(hex.slice(10), 16)];
  if (high === latest && low === 0xffffffff) return Infinity;
  if (high === earliest && low === 0) return -Infinity;
  // 2^32 = 4,294,967 × 1000 + 296
  return new Date(year2000 + high * 4_294_967 + Math.floor((high * 296 + low) / 1000));
}

const [earliest, latest] = [-0x80000000, 0x7fffffff];
const year2000 = Date.UTC(2000, 0);
