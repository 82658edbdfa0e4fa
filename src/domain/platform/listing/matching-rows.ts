import { Sql, sql } from "#database/sql.ts";
import { textOf } from "#database/statement.ts";
import { rowsOfKeys } from "#domain/platform/rows-by-key.ts";
import type { Condition, Reference } from "./filters.ts";

/**
 * Returns the table, or only the rows to which those of another table refer: looked up one by one. Compared with an
 * array of their IDs, the planner would rather read all rows of the site.
 */
export function matchingRows(table: Sql, siteId: string, conditions: readonly Condition[]): Sql {
  const id = sql`${table}.id`;
  const reference = conditions.find((condition): condition is Reference => refersToIds(condition, id));
  if (!reference) return foundRows(table, conditions);
  const keys = sql`(select distinct ${reference.by} as requested_key from ${reference.table}
                     where ${reference.condition}) as requested`;
  return rowsOfKeys(table, siteId, id, keys);
}

/** Returns the table, or only the rows that a search finds. */
function foundRows(table: Sql, conditions: readonly Condition[]): Sql {
  const search = conditions.find((condition) => "terms" in condition);
  return search ? rowsWithTerms(table, search.terms) : table;
}

/**
 * Returns the rows with these search terms, under the name of the table. For the site as a value, the planner would
 * rather read all rows of the site until enough match. Search terms name the site, and on a cluster the comparison gets
 * the value (`nameSite`).
 */
export const rowsWithTerms = (table: Sql, terms: Sql): Sql => sql`
  (select * from ${table} where ${table}.site_id = ${table}.site_id and ${terms} offset 0) as ${table}`;

const refersToIds = (condition: Condition, id: Sql): boolean =>
  "by" in condition && condition.isNegated !== true && textOf(condition.column) === textOf(id);
