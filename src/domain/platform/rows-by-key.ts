import { recordset, type Sql, sql } from "#database/sql.ts";
import { followsIndex } from "#database/statement.ts";

/**
 * Returns the rows of a table with these values of a key, under the table's name. Looks up each value in the index of
 * the key. For a comparison with an array, the planner would rather read the whole site if it has no statistics. With a
 * locking clause, locks rows in the order of their keys.
 */
export const rowsByKey = (table: Sql, siteId: string, key: Sql, values: readonly string[]): Sql =>
  rowsOfKeys(table, siteId, key, sql`unnest(${[...new Set(values)].toSorted()}::uuid[]) as requested_key`);

/** `rowsByKey` for a key of texts, such as external IDs. */
export const rowsOfTexts = (table: Sql, siteId: string, key: Sql, values: readonly string[]): Sql =>
  rowsOfKeys(table, siteId, key, sql`unnest(${[...new Set(values)].toSorted()}::text[]) as requested_key`);

/** `rowsByKey` for distinct values that a subquery returns as `requested_key`. */
export const rowsOfKeys = (table: Sql, siteId: string, key: Sql, keys: Sql): Sql => sql`
  ${keys}
  cross join lateral (
    select * from ${table} where ${table}.site_id = ${siteId} and ${key} = requested_key offset 0
  ) as ${table}`;

/**
 * `rowsByKey` for the IDs that a query returns, of which some may be the same. With a locking clause of the table, locks
 * its rows in the order of their IDs.
 */
export const rowsOfIds = (table: Sql, siteId: string, ids: Sql): Sql =>
  rowsOfKeys(
    table,
    siteId,
    sql`${table}.id`,
    sql`(select distinct id as requested_key from (${ids}) as input (id) order by id) as requested`,
  );

/**
 * Returns the rows of a table whose key has the value of a row before it, for `cross join` and `left join`. As a join
 * condition without statistics, another index of the site looks as good as the key.
 */
export const rowsOf = (table: Sql, siteId: string, key: Sql, value: Sql): Sql => sql`
  lateral (select * from ${table} where ${table}.site_id = ${siteId} and ${table}.${key} = ${value} offset 0) as ${table}`;

/**
 * Compares the two columns of a key as a pair, which only an index that begins with them can look up. Compared one by
 * one, an index with the second column looks as good without statistics, and one lecture may have most rows of the site.
 */
export const isPair = (key: Sql, first: Sql | string, second: Sql | string): Sql =>
  sql`((${key}) >= (${first}::uuid, ${second}::uuid) and (${key}) <= (${first}::uuid, ${second}::uuid))`;

/**
 * Returns the rows of a table whose key has one of these values, under the table's name: the lines of orders. In the
 * order of the key, whose index the planner then has to use. Where one parent has most rows of the site, an equality
 * would select most rows by the statistics, so that another index of the site looks as good.
 */
export const rowsOfParents = (table: Sql, siteId: string, key: Sql, parentIds: readonly string[]): Sql => sql`
  unnest(${[...new Set(parentIds)]}::uuid[]) as requested_key
  cross join ${rowsUnder(table, siteId, key, sql`requested_key`)}`;

/** `rowsOfParents` for the parent of a row before it, for `cross join`. */
export const rowsUnder = (table: Sql, siteId: string, key: Sql, parentId: Sql): Sql => sql`
  ${followsIndex} lateral (
    select * from ${table}
     where ${table}.site_id = ${siteId} and ${table}.${key} >= ${parentId} and ${table}.${key} <= ${parentId}
     order by ${table}.${key} offset 0
  ) as ${table}`;

/**
 * Rows of input with their site as a column `site_id`, under the name `changed`, for `update … from`. The statement
 * compares both `site_id` and the key with its columns, so that only the primary key finds the rows to update: the
 * subquery hides that the site is a value, for which all rows of the site would look as cheap as the lookups.
 */
export const changesAt = (siteId: string, input: Sql): Sql => sql`
  (select site.site_id, input.* from (select ${siteId}::uuid as site_id) as site cross join ${input}
    where site.site_id = ${siteId} offset 0) as changed`;

/** `changesAt` for records with columns of this table. */
export const changedRows = (table: Sql, siteId: string, records: readonly object[]): Sql => sql`
  (select * from jsonb_populate_recordset(null::${table}, ${recordset(records.map((record) => ({ ...record, siteId })))}::jsonb) as input
    where input.site_id = ${siteId} offset 0) as changed`;

/** Numbers of occurrences of these IDs, as input of `changesAt`. */
export const countsOfEach = (ids: readonly string[]): Sql => sql`
  (select id, count(*)::integer as by from unnest(${ids}::uuid[]) as id group by id) as input`;
