import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import { inIndexOrder, textOf } from "#database/statements/statement.ts";
import type { Context } from "#domain/platform/context.ts";
import { oncePer } from "#lib/work/once-per.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";
import { formatId, Id, type IdKind } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { searchTermsOf } from "#domain/platform/search/search-terms.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { all, both, type Condition, type Filter, forAll, forEach, type InOrder } from "./filters.ts";
import { findersOf, needsPlanner, rowsToFind } from "./matching-rows.ts";
import { readPage } from "./read-page.ts";
import {
  beyond,
  type DeclaredSort,
  distinctSorts,
  inOrder,
  inOrderOfNames,
  type Key,
  namedKeys,
  nameOf,
  positionOf,
  sortProblem,
  sortsOf,
} from "./order.ts";

interface Definition<Sorts extends Record<string, DeclaredSort>, Filters extends Record<string, Filter>> {
  kind: IdKind;
  table: Sql;
  /** The selected columns, including `id`. A function if they depend on the time or the caller. */
  columns: Sql | ((now: Date, context: Context) => Sql);
  /** Further tables for the columns. They must neither add nor remove rows. */
  joins?: Sql;
  sorts: Sorts;
  /** `-createdAt`: descending. */
  defaultSort: Order<Sorts>;
  filters: Filters;
  /** Keys that clients expect and that have no index, by wire name: what to use instead. */
  notSorted?: Readonly<Record<string, string>>;
  /** True if rows have `search_terms` and the list accepts `q`. */
  searchable?: boolean;
  /** The search condition for callers who may not see every field in `search_terms`. */
  search?: (context: Context, q: string) => Sql | undefined;
  /** True if deleted rows are kept with `deleted_at`. */
  keepsDeleted?: boolean;
}

type Order<Sorts> = `${"" | "-"}${keyof Sorts & string}`;

/** The visible remainder of a deleted resource, for clients that synchronize a copy of the list. */
const Tombstone = z.object({ id: z.string(), deletedAt: Instant }).meta({ id: "Tombstone" });

const PageEnd = z
  .object({ nextCursor: z.string().nullable(), hasMore: z.boolean(), total: z.number().int().min(0).optional() })
  .meta({ id: "PageEnd", description: "Pagination of the list. `total` is present if `include_total` is true." });

const Deleted = z.array(Tombstone).optional();

/** The response of a list: a page of items and, on request, the tombstones of deleted ones. */
export const pageSchemaOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), deleted: Deleted, page: PageEnd });

export interface Page<Row> {
  data: Row[];
  deleted?: { id: string; deletedAt: Date }[];
  page: z.output<typeof PageEnd>;
}

/** Returns the page with each of its rows converted, usually to its wire format. */
export const mapPage = <Row, Item>({ data, ...rest }: Page<Row>, convert: (row: Row) => Item): Page<Item> => ({
  ...rest,
  data: data.map((row) => convert(row)),
});

/** Returns the number of all items of a list that was read with `includeTotal`. */
export function totalOf({ page: { total } }: { page: { total?: number | undefined } }): number {
  if (total === undefined) throw new Error("The list was read without its total.");
  return total;
}

/** The first sort key uses an index; the others break ties. */
const maxSorts = 3;

/** Days for which tombstones are returned to synchronizing clients. */
const tombstoneDays = 90;

/** Parameters of all lists: one schema each, because every list needs them. */
const Limit = z.number().int().min(1).max(200).default(50);
const Cursor = z.string().max(1000).optional();
const Switch = z.boolean().default(false);
const Query = trimmed().min(1).max(200).optional();
const idsOf = oncePer((kind: IdKind) => z.array(Id(kind)).min(1).max(200).optional());
const optional = oncePer((value: z.ZodType) => value.optional());

/**
 * A list of one kind of resource: its query parameters, and the page of rows it returns. Every list of the domain uses
 * this, so that pagination, filters, sorting and synchronization work alike.
 */
export function listing<
  Row extends { id: string },
  const Sorts extends Record<string, DeclaredSort> = Record<string, DeclaredSort>,
  const Filters extends Record<string, Filter> = {},
>(definition: Definition<Sorts, Filters>) {
  const {
    kind,
    table,
    columns,
    joins = sql``,
    defaultSort,
    filters,
    notSorted = {},
    searchable = false,
    search = () => undefined,
    keepsDeleted = true,
  } = definition;
  const sorts = sortsOf(table, definition.sorts);
  // Wire names of the sort orders: `-created_at`.
  const orders = Object.keys(sorts).flatMap((name) => [toWire(name), `-${toWire(name)}`]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each filter has become an optional field with its schema.
  const narrowing = Object.fromEntries(Object.entries(filters).map(([name, { input }]) => [name, optional(input)])) as {
    [Name in keyof Filters]: z.ZodOptional<Filters[Name]["input"]>;
  };

  const input = z.object({
    limit: Limit,
    cursor: Cursor,
    sort: z
      .array(z.enum(orders, { error: ({ input: order }) => sortProblem(orders, notSorted, order) }))
      .check(z.minLength(1), z.maxLength(maxSorts), distinctSorts)
      .default([toWire(defaultSort)])
      .meta({ description: "Sort keys in order of precedence. Prefix a key with `-` for descending order." }),
    ids: idsOf(kind),
    includeTotal: Switch,
    ...(keepsDeleted && { includeDeleted: Switch }),
    ...(searchable && { q: Query }),
    ...narrowing,
  });

  const byId: Key = { column: sql`${table}.id`, type: "uuid", of: ({ id }: Row) => id, descending: false };
  const keyOf = (order: string): Key => {
    const sort = sorts[fromWire(nameOf(order))];
    if (!sort) throw new Error(`The list has no sort order ${order}.`);
    return { ...sort, descending: order.startsWith("-") };
  };

  async function page(context: Context, requested: object, { of, confine = [] }: Scope = {}): Promise<Page<Row>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Operations parse their input with the schema of the list.
    const { limit, cursor, includeTotal, ...filterInput } = requested as ListInput;
    const keys = context.listsById ? [byId] : filterInput.sort.map(keyOf);
    const includesDeleted = keepsDeleted && filterInput.includeDeleted === true;
    const conditions = [...confine, ...conditionsOf(context, filterInput)].filter(
      (condition) => condition !== undefined,
    );
    const after = cursor === undefined ? undefined : decodeCursor(cursor, filterInput);

    const { db, site } = context;
    const order = inOrder(keys, sql`${table}.id`);
    const extra = includesDeleted ? sql`, ${table}.deleted_at` : sql``;
    const beyondCursor = after && beyond(after, keys, sql`${table}.id`);
    const inSite = both(sql`${table}.site_id = ${site.id}`, of);
    const present = presence(context, includesDeleted);
    const select = (from: Sql, where: Sql | undefined, by = order) => sql`
      select ${columnsFor(context)} ${extra} from ${from} ${joins}
       where ${where ?? sql`true`} order by ${by} limit ${limit + 1}`;
    const readRows = (statement: Sql) => db.many<Row & { deletedAt?: Date | null }>`${statement}`;

    const always = all([inSite, present, beyondCursor]) ?? inSite;
    const matching = all([always, ...conditions.map(forAll)]) ?? always;

    const ofEach = (condition: Condition) => forEach(condition, site.id);
    const byIds = (ids: readonly string[], rest: readonly Condition[]) =>
      readRows(select(tableNamed(table).withIds(site.id, ids), all([always, ...rest.map(ofEach)])));
    // Bounds of the first sort key are where the page begins and ends.
    const bounds = conditions.filter((condition) => isBoundOf(condition, keys)).map(({ within }) => within);

    // Indexes of filters have no deleted rows.
    const ordered = includesDeleted
      ? []
      : findersOf(table, site.id, { conditions, always: all([inSite, present]) ?? inSite });
    const rows = await readPage({
      isNarrowed: conditions.length > 0,
      limit: limit + 1,
      inOrder: () => readRows(sql`${select(table, always)} ${inIndexOrder}`),
      nearby: (count) => {
        const near = sql`(select ${table}.*, ${namedKeys(keys)} from ${table}
                           where ${all([inSite, beyondCursor, ...bounds])}
                           order by ${order} limit ${count}) as ${table}`;
        const nearMatching = all([present, ...conditions.map(ofEach)]);
        return readRows(sql`${select(near, nearMatching, inOrderOfNames(keys, table))} ${inIndexOrder}`);
      },
      finders: ordered.map(({ condition, statement }) => async (count: number) => {
        const found = await db.many<{ id: string; matches?: boolean | null }>`${statement(count)}`;
        if (found.length === count) return undefined;
        const ids = found.filter(({ matches = true }) => matches === true).map(({ id }) => id);
        // The references of these rows were checked. A column may have changed, or have a value that is only near.
        const otherConditions = conditions.filter((other) => other !== condition || !("by" in condition));
        return ids.length === 0 ? [] : byIds(ids, otherConditions);
      }),
      find:
        ordered.length === 0 || needsPlanner(table, conditions)
          ? async (count) => {
              const from = rowsToFind(table, site.id, { conditions, always });
              const found = await db.many<{ id: string }>`select ${table}.id from ${from} limit ${count}`;
              if (found.length === count) return undefined;
              return found.length === 0
                ? []
                : byIds(
                    found.map(({ id }) => id),
                    conditions,
                  );
            }
          : undefined,
      byIds: filterInput.ids && (() => byIds(filterInput.ids ?? [], conditions)),
      matching: () => readRows(select(table, matching)),
    });
    const where = () => all([of, present, ...conditions.map(forAll)]) ?? sql`true`;
    const total = includeTotal ? await countOf(context, where()) : undefined;

    const pageRows = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const last = pageRows.at(-1);
    const nextCursor = hasMore && last ? encodeCursor(positionOf(last, keys), filterInput) : null;
    return {
      data: pageRows.filter(({ deletedAt }) => !deletedAt),
      ...(includesDeleted && { deleted: pageRows.flatMap((row) => tombstoneOf(kind, row)) }),
      page: { nextCursor, hasMore, ...(total !== undefined && { total }) },
    };
  }

  const columnsFor = (context: Context): Sql =>
    typeof columns === "function" ? columns(context.now, context) : columns;

  const searching = (context: Context, q: string): Condition =>
    search(context, q) ?? { terms: sql`${table}.search_terms @> ${searchTermsOf(context.site, q)}::text[]` };

  const conditionsOf = (context: Context, filterInput: FilterInput): (Condition | undefined)[] => [
    filterInput.ids && sql`${table}.id = any(${filterInput.ids}::uuid[])`,
    filterInput.q === undefined ? undefined : searching(context, filterInput.q),
    ...Object.entries(filters).map(([name, { condition }]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The value was parsed with the schema of this filter.
      filterInput[name] === undefined ? undefined : condition(filterInput[name] as never, context.site, context.now),
    ),
  ];

  const presence = ({ now }: Context, includesDeleted: boolean): Sql | undefined => {
    if (!keepsDeleted) return undefined;
    const since = new Date(now.getTime() - tombstoneDays * 86_400_000);
    return includesDeleted
      ? sql`(${table}.deleted_at is null or ${table}.deleted_at > ${since})`
      : sql`${table}.deleted_at is null`;
  };

  const countOf = async ({ db, site, countsUpTo }: Context, where: Sql) => {
    const rows = sql`from ${table} where ${table}.site_id = ${site.id} and ${where}`;
    const { count } =
      countsUpTo === undefined
        ? await db.one<{ count: number }>`select count(*) as count ${rows}`
        : await db.one<{ count: number }>`
            select count(*) as count from (select 1 ${rows} limit ${countsUpTo + 1}) as counted`;
    return count;
  };

  /** Returns the cursor after a row of the list with these query parameters. Needs only the sort values of the row. */
  function cursorOf(row: Pick<Row, "id">, requested: object): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As in `page`.
    const { limit: _limit, cursor: _cursor, includeTotal: _total, ...filterInput } = requested as ListInput;
    return encodeCursor(positionOf(row, filterInput.sort.map(keyOf)), filterInput);
  }

  return { input, page, cursorOf };
}

const isBoundOf = (condition: Condition, [first]: readonly Key[]): condition is InOrder =>
  first !== undefined &&
  "within" in condition &&
  condition.each === undefined &&
  textOf(condition.column) === textOf(first.column);

interface Scope {
  /** Selects the parent of the rows, by the columns before the sort key of an index: the lectures of a course. */
  of?: Sql | undefined;
  /** Narrows the list beyond the request: the courses of a lecturer. */
  confine?: readonly (Condition | undefined)[];
}

type FilterInput = { sort: string[]; ids?: string[]; q?: string; includeDeleted?: boolean } & Record<string, unknown>;
type ListInput = FilterInput & { limit: number; cursor?: string; includeTotal: boolean };

const tombstoneOf = (kind: IdKind, { id, deletedAt }: { id: string; deletedAt?: Date | null }) =>
  deletedAt ? [{ id: formatId(kind, id), deletedAt }] : [];
