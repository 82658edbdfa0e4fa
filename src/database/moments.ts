import { Sql } from "./sql.ts";

/** What the name of such a column ends with. */
const mark = "#";

/**
 * Columns of moments as PostgreSQL holds them, eight bytes, instead of written out as dates: `moments("posts", "created_at")`
 * is read as `createdAt` all the same. For lists, of whose rows moments cost PostgreSQL more than anything else.
 */
export const moments = (table: string, ...columns: readonly string[]): Sql =>
  // Frozen, as literals are: a statement that holds it is compiled once.
  new Sql(
    Object.freeze([columns.map((column) => `timestamptz_send(${table}.${column}) as "${column}${mark}"`).join(", ")]),
    [],
  );

/** The name of a column without the mark, and whether it had one. */
export const momentName = (name: string): string | undefined =>
  name.endsWith(mark) ? name.slice(0, -mark.length) : undefined;

/**
 * `\x0002…`: microseconds since 2000, 64 bits. In two halves, since not every such number is one of JavaScript's; what is
 * less than a millisecond is left out.
 */
export function parseMoment(hex: string): Date | number {
  const [high, low] = [Number.parseInt(hex.slice(2, 10), 16) | 0, Number.parseInt(hex.slice(10), 16)];
  if (high === latest && low === 0xffffffff) return Infinity;
  if (high === earliest && low === 0) return -Infinity;
  // 2^32 = 4,294,967 × 1000 + 296
  return new Date(year2000 + high * 4_294_967 + Math.floor((high * 296 + low) / 1000));
}

const [earliest, latest] = [-0x80000000, 0x7fffffff];
const year2000 = Date.UTC(2000, 0);
