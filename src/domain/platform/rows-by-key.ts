import { type Sql, sql } from "#database/sql.ts";

/**
 * Returns the rows of a table with these values of a key, under the table's name. Looks up each value in the index of
 * the key. For a comparison with an array, the planner would rather read the whole site if it has no statistics. With a
 * locking clause, locks rows in the order of their keys.
 */
export const rowsByKey = (table: Sql, siteId: string, key: Sql, values: readonly string[]): Sql =>
  rowsOfKeys(table, siteId, key, sql`unnest(${[...new Set(values)].toSorted()}::uuid[]) as requested_key`);

/** `rowsByKey` for distinct values that a subquery returns as `requested_key`. */
export const rowsOfKeys = (table: Sql, siteId: string, key: Sql, keys: Sql): Sql => sql`
  ${keys}
  cross join lateral (
    select * from ${table} where ${table}.site_id = ${siteId} and ${key} = requested_key offset 0
  ) as ${table}`;
