import { type Sql, sql } from "#database/sql.ts";

/**
 * Returns the rows of a table with these values of a key, under the table's name. Looks up each value in the index of
 * the key. For a comparison with an array, the planner would rather read the whole site if it has no statistics.
 */
export const rowsByKey = (table: Sql, siteId: string, key: Sql, values: readonly string[]): Sql => sql`
  unnest(${[...new Set(values)]}::uuid[]) as requested_key
  cross join lateral (
    select * from ${table} where ${table}.site_id = ${siteId} and ${key} = requested_key offset 0
  ) as ${table}`;
