import * as z from "zod";
import { identifier, type Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import { only } from "#lib/collections/only.ts";
import { toWire } from "#lib/wire/names.ts";
import { zip } from "#lib/zip/zip.ts";
import { comesFromNoList, isUuid, type Position } from "./cursor.ts";

type SortType = "timestamptz" | "text" | "integer" | "bigint" | "uuid";

/** A sort key, or the type of the column that has its name. */
export type DeclaredSort = Sort | SortType | keyof typeof infinities;

/** Types of columns whose index replaces null by an infinity, so that rows without a time are first or last. */
const infinities = {
  "timestamptz or infinity": { value: "infinity", literal: sql`'infinity'` },
  "timestamptz or -infinity": { value: "-infinity", literal: sql`'-infinity'` },
};

/** A sort key. Each needs an index on (site_id, column, id). The column or expression must never be null. */
export interface Sort {
  column: Sql;
  type: SortType;
  /** Reads the sort value from a row. */
  of: (row: never) => Date | string | number;
}

export interface Key extends Sort {
  descending: boolean;
}

/** Returns the declared sort keys of a table with their columns. */
export const sortsOf = (table: Sql, declared: Readonly<Record<string, DeclaredSort>>): Record<string, Sort> =>
  Object.fromEntries(
    Object.entries(declared).map(([name, sort]) => [
      name,
      typeof sort === "object" ? sort : ofColumn(table, name, sort),
    ]),
  );

function ofColumn(table: Sql, name: string, declared: Exclude<DeclaredSort, Sort>): Sort {
  const column = tableNamed(table).column(toWire(name));
  const infinity = isInfinite(declared) ? infinities[declared] : undefined;
  return {
    column: infinity ? sql`coalesce(${column}, ${infinity.literal})` : column,
    type: isInfinite(declared) ? "timestamptz" : declared,
    of(row: Readonly<Record<string, Date | string | number | null>>) {
      const value = row[name] === null ? infinity?.value : row[name];
      if (value === undefined) throw new Error(`The list does not select ${name}, by which it is sorted.`);
      return value;
    },
  };
}

const isInfinite = (declared: string): declared is keyof typeof infinities => declared in infinities;

/** `-created_at`: descending. */
export const nameOf = (order: string): string => order.replace(/^-/, "");

export const distinctSorts = z.refine<string[]>(
  (requested) => new Set(requested.map(nameOf)).size === requested.length,
  "Expected each value only once.",
);

/** Explains a refused sort key, if the list has an alternative for it. */
export function sortProblem(orders: readonly string[], notSorted: Readonly<Record<string, string>>, order: unknown) {
  const key = typeof order === "string" ? nameOf(order) : "";
  const instead = Object.hasOwn(notSorted, key) ? notSorted[key] : undefined;
  return instead === undefined ? undefined : `Expected one of ${orders.join(", ")}. ${instead}`;
}

/** `id` is the last key and takes the direction of the key before it. */
export const inOrder = (keys: readonly Key[], id: Sql): Sql =>
  [...keys, { column: id, descending: keys.at(-1)?.descending ?? false }]
    .map(({ column, descending }) => sql`${column} ${descending ? sql`desc` : sql`asc`}`)
    .reduce((left, right) => sql`${left}, ${right}`);

const sortName = (index: number): Sql => identifier(`sort_key_${index}`);

/** Selects the keys under names, by which a statement around a subquery keeps its order without another sort. */
export const namedKeys = (keys: readonly Key[]): Sql =>
  keys.map(({ column }, index) => sql`${column} as ${sortName(index)}`).reduce((left, right) => sql`${left}, ${right}`);

/** The order of `inOrder` for a subquery with `namedKeys`. */
export const inOrderOfNames = (keys: readonly Key[], table: Sql): Sql =>
  inOrder(
    keys.map((key, index) => ({ ...key, column: sql`${table}.${sortName(index)}` })),
    sql`${table}.id`,
  );

/** Returns the position of a row: the sort value, or a JSON list of values if there are several keys. */
export function positionOf(row: { id: string }, keys: readonly Key[]): Position {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a list read its own rows.
  const values = keys.map(({ of }) => plain(of(row as never)));
  return { value: values.length === 1 ? only(values) : JSON.stringify(values), id: row.id };
}

const plain = (value: Date | string | number) => (value instanceof Date ? value.toISOString() : value);

/** Builds the keyset condition for rows after a position. */
export function beyond({ value, id: last }: Position, keys: readonly Key[], id: Sql): Sql {
  const condition = boundsOf(value, keys).reduceRight<Sql | undefined>((within, { column, bound, descending }) => {
    if (!within) {
      const position = sql`(${bound}, ${last}::uuid)`;
      return descending ? sql`(${column}, ${id}) < ${position}` : sql`(${column}, ${id}) > ${position}`;
    }
    // The index uses the first bound; it would not find one inside an `or`.
    return descending
      ? sql`${column} <= ${bound} and (${column} < ${bound} or (${within}))`
      : sql`${column} >= ${bound} and (${column} > ${bound} or (${within}))`;
  }, undefined);
  return condition ?? sql`true`;
}

/** Cursors are not signed. Rejects values that PostgreSQL could not parse. */
function boundsOf(value: Value, keys: readonly Key[]): (Key & { bound: Sql })[] {
  const values = keys.length === 1 ? [value] : listIn(value);
  if (values.length !== keys.length) throw comesFromNoList();
  return zip(keys, values).map(([key, bound]) => {
    if (!isOf(key.type, bound)) throw comesFromNoList();
    return { ...key, bound: typed(bound, key.type) };
  });
}

function listIn(value: Value): unknown[] {
  try {
    const list: unknown = JSON.parse(String(value));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function isOf(type: Sort["type"], value: unknown): value is Value {
  if (type === "integer") return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
  if (type === "bigint") return Number.isSafeInteger(value);
  if (typeof value !== "string") return false;
  if (type === "timestamptz") return /^-?infinity$/.test(value) || isTimestamp(value);
  return type === "uuid" ? isUuid(value) : !value.includes("\0");
}

const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));

type Value = string | number;

const typed = (value: string | number, type: Sort["type"]): Sql => {
  if (type === "timestamptz") return sql`${value}::timestamptz`;
  if (type === "text") return sql`${value}::text`;
  if (type === "uuid") return sql`${value}::uuid`;
  return type === "integer" ? sql`${value}::integer` : sql`${value}::bigint`;
};
