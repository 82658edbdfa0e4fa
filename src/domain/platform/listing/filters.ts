import * as z from "zod";
import { Sql, sql } from "#database/statements/sql.ts";
import { EndBound, Instant, StartBound } from "#domain/platform/time/instant.ts";
import { tagTermsOf } from "#domain/platform/search/search-terms.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { oncePer } from "#lib/work/once-per.ts";

/** A list filter: the schema of its value, and the SQL condition built from it. */
export interface Filter {
  input: z.ZodType;
  condition: (input: never, site: Site, now: Date) => Condition | undefined;
}

/** A condition on rows of the list, or a condition on rows that refer to them. */
export type Condition = Sql | InOrder | Alternatives | Reference | Search;

/** A condition on a column with which an index of the site begins: matching rows are found in its order. */
export interface InOrder {
  column: Sql;
  condition: Sql;
  /** The condition as bounds of the column, for which the planner cannot take the column as constant. */
  within: Sql;
  /** The values of `wanted` with which `within` compares, if there are several. */
  each?: Sql;
}

/** Conditions on columns of several indexes, at least one of which every matching row fulfills. */
export interface Alternatives {
  alternatives: readonly InOrder[];
  condition: Sql;
}

/** A condition on the `search_terms` of rows, which name the site. */
interface Search {
  terms: Sql;
}

/** Rows of another table refer to rows of the list. */
export interface Reference {
  /** The column of the list. */
  column: Sql;
  /** The other table without an alias, and its column with the same value. */
  table: Sql;
  by: Sql;
  condition: Sql;
  /** The part of the condition by which such rows are found. */
  inOrder?: InOrder | undefined;
  /** Matches the rows to which no such row refers. */
  isNegated?: boolean;
}

/**
 * For rows that are read in order: looks up the references of each row by their key, then checks the condition. In the
 * order of the key, as in `under` of `database/table`: with an equality, any index of the site may look as good as that of the key.
 */
export function forEach(condition: Condition, siteId: string): Sql {
  if (!("by" in condition)) return asSql(condition);
  return sql`${condition.isNegated ? sql`not` : sql``} exists (
        select from (select * from ${condition.table}
                      where ${condition.table}.site_id = ${siteId}
                        and ${condition.by} >= ${condition.column} and ${condition.by} <= ${condition.column}
                      order by ${condition.by} offset 0) as ${condition.table}
         where ${condition.condition})`;
}

/** Returns the condition for rows that are read in any way. */
export function asSql(condition: Exclude<Condition, Reference>): Sql {
  if (condition instanceof Sql) return condition;
  return "terms" in condition ? condition.terms : condition.condition;
}

/** For rows that match: reads all references first. */
export function forAll(condition: Condition): Sql {
  if (!("by" in condition)) return asSql(condition);
  return sql`${condition.isNegated ? sql`not` : sql``} ${condition.column} = any(array(select ${condition.by} from ${condition.table} where ${condition.condition}))`;
}

const maxValues = 200;

const filter = <
  Input extends z.ZodType,
  Build extends (input: z.output<Input>, site: Site, now: Date) => Condition | undefined,
>(
  input: Input,
  condition: Build,
) => ({ input, condition });

/** One schema per kind of value: many lists have the same filters. */
const severalOf = oncePer((value: z.ZodType<string>) => z.array(value).check(z.minLength(1), z.maxLength(maxValues)));

/**
 * `status=draft,published`: matches any of the values. As for the other filters by a column, an index of the site must
 * begin with it. If none does: `withoutIndex`. `predicate`: that of the index, for lists that do not imply it.
 */
export const anyOf = (value: z.ZodType<string>, column: Sql, predicate?: Sql) =>
  filter(severalOf(value), (input) => withPredicate(oneOf(column, input, sql`text[]`), predicate));

/** The column has one of these values. */
export function oneOf(column: Sql, input: readonly string[], type: Sql): InOrder {
  // One value keeps the order of an index on the column and a sort key; several need a sort.
  if (input.length === 1) return equalTo(column, sql`${input[0]}`);
  const wanted = sql`wanted.value`;
  return {
    column,
    condition: sql`${column} = any(${input}::${type})`,
    within: sql`${column} >= ${wanted} and ${column} <= ${wanted}`,
    each: sql`unnest(${input}::${type}) as wanted (value)`,
  };
}

/** The column has this value. */
export const equalTo = (column: Sql, value: Sql): InOrder => ({
  column,
  condition: sql`${column} = ${value}`,
  within: sql`${column} >= ${value} and ${column} <= ${value}`,
});

/** For an index with a predicate. */
export const withPredicate = (inOrder: InOrder, predicate: Sql | undefined): InOrder => ({
  ...inOrder,
  within: both(inOrder.within, predicate),
});

/** A condition that an index on this column has as its predicate. */
export const indexedBy = (column: Sql, condition: Sql): InOrder => ({ column, condition, within: condition });

const SoughtTags = z.array(z.string().max(50)).min(1).max(20);

/** `tag=a,b`: matches any of the tags, in a table with `search_terms`. */
export const tagged = (table: Sql) =>
  filter(SoughtTags, (tags, site) => ({
    terms: sql`${table}.search_terms && ${tagTermsOf(site, tags)}::text[]`,
  }));

/** Like `anyOf`, for the IDs of other rows. */
export const anyIdOf = (id: z.ZodType<string>, column: Sql, predicate?: Sql) =>
  filter(severalOf(id), (input) => withPredicate(oneOf(column, input, sql`uuid[]`), predicate));

/** `anyIdOf` for one ID. */
export const idOf = (id: z.ZodType<string>, column: Sql) => filter(id, (input) => equalTo(column, sql`${input}`));

/** Ids, or `parent_id=null` for rows without a parent. */
export const anyIdOrNone = (id: z.ZodType<string>, column: Sql, description: string) =>
  filter(
    z
      .array(z.union([z.literal("null"), id]))
      .min(1)
      .max(maxValues)
      .meta({ description }),
    (input) => {
      const ids = input.filter((one) => one !== "null");
      const some = oneOf(column, ids, sql`uuid[]`);
      if (ids.length === input.length) return some;
      return ids.length === 0 ? sql`${column} is null` : sql`(${column} is null or ${some.condition})`;
    },
  );

/** `tag=a,b` on an array column: matches rows that contain any of the values. */
export const overlapping = (value: z.ZodType<string>, column: Sql) =>
  filter(severalOf(value), (input) => sql`${column} && ${input}::text[]`);

export const exactly = (value: z.ZodType, column: Sql) => filter(value, (input) => equalTo(column, sql`${input}`));

/**
 * A filter by a column that no index begins with: a school has few such rows, or the filter rarely matches few of them.
 * Rows are read in list order.
 */
export const withoutIndex = <Input extends z.ZodType, Values extends unknown[]>({
  input,
  condition,
}: {
  input: Input;
  condition: (...values: Values) => InOrder | Sql | undefined;
}) => ({
  input,
  condition: (...values: Values): Sql | undefined => {
    const built = condition(...values);
    return built && asSql(built);
  },
});

/** A filter with a condition beyond a column comparison. */
export const matching = filter;

/** A table whose rows refer to rows of the list, and to others. An index of the site begins with `key`. */
export interface Joining {
  /** The column of the list, and the one that refers to it. */
  column: Sql;
  by: Sql;
  table: Sql;
  /** The column that refers to others. */
  key: Sql;
}

/** Rows of the list to which these others are joined. */
const joinedTo = ({ column, table, by }: Joining, siteId: string, others: InOrder): Reference => ({
  column,
  table,
  by,
  condition: sql`${table}.site_id = ${siteId} and ${others.condition}`,
  inOrder: others,
});

/** `lecturer_id=a,b`: matches rows of the list that a table joins to any of the others. */
export const joinedToAny = (id: z.ZodType<string>, joining: Joining, maxIds = 50) =>
  filter(z.array(id).min(1).max(maxIds), (ids, site) =>
    joinedTo(joining, site.id, oneOf(joining.key, ids, sql`uuid[]`)),
  );

/** Rows of the list that a table joins to this other one. */
export const joinedToOne = (joining: Joining, siteId: string, id: string): Reference =>
  joinedTo(joining, siteId, equalTo(joining.key, sql`${id}`));

type Bounds<Value> = Partial<Record<"gte" | "gt" | "lte" | "lt", Value>> & { is?: "null" | "not_null" };

const boundsOf = oncePer((value: z.ZodType) => {
  const isOfTimes = value === (Instant as z.ZodType);
  const [start, end] = isOfTimes ? [StartBound, EndBound] : [value, value];
  return z.object({ gte: start, gt: end, lte: end, lt: start, is: z.enum(["null", "not_null"]) }).partial();
});

/**
 * `created_at[gte]=…&created_at[lt]=…`; for nullable columns also `[is]=null` or `not_null`. Nullable timestamps are
 * indexed by an expression that maps null to an infinity; pass it as `indexed`, so that the bounds use the index.
 */
export function range<Value extends z.ZodType>(value: Value, column: Sql, indexed?: Sql) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each bound has the schema of the value.
  const bounds = boundsOf(value) as z.ZodType<Bounds<z.output<Value>>>;
  return filter(bounds, (input) => {
    const { gte, gt, lte, lt, is } = asRecord(input);
    const within = (bounded: Sql) => [
      gte === undefined ? undefined : sql`${bounded} >= ${gte}`,
      gt === undefined ? undefined : sql`${bounded} > ${gt}`,
      lte === undefined ? undefined : sql`${bounded} <= ${lte}`,
      lt === undefined ? undefined : sql`${bounded} < ${lt}`,
    ];
    const bounded = within(column);
    const finite = indexed && [...within(indexed), sql`${indexed} > '-infinity'`, sql`${indexed} < 'infinity'`];
    const condition = all([
      ...bounded,
      ...(finite && is === undefined ? finite : []),
      is === "null" ? sql`${column} is null` : undefined,
      is === "not_null" ? sql`${column} is not null` : undefined,
    ]);
    const isBounded = is === undefined && bounded.some((bound) => bound !== undefined);
    return condition && isBounded ? indexedBy(indexed ?? column, condition) : condition;
  });
}

/** Filters by the times at which rows were created and last changed. */
export const changeTimes = (table: Sql) => ({
  createdAt: range(Instant, sql`${table}.created_at`),
  updatedAt: range(Instant, sql`${table}.updated_at`),
});

/** Joins the defined conditions with `and`. */
export function all(conditions: readonly (Sql | undefined)[]): Sql | undefined {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? undefined : present.reduce((left, right) => sql`${left} and ${right}`);
}

/** Combines a condition with another one, if there is one. */
export const both = (condition: Sql, other: Sql | undefined): Sql =>
  other ? sql`${condition} and ${other}` : condition;
