import { Sql, sql } from "#database/sql.ts";
import { followsIndex, textOf } from "#database/statement.ts";
import { rowsOfKeys } from "#domain/platform/rows-by-key.ts";
import { both, type Condition, forAll, type Parent, type Reference } from "./filters.ts";

interface Conditions {
  /** Those of the requested filters. */
  conditions: readonly Condition[];
  /** Those of the list. */
  always: Sql;
}

/**
 * Returns the tables and the conditions of a statement that finds rows in any order. Rows of one parent are found in
 * the order of its column, so that the planner has to use an index that begins with it. With an equality, any index of
 * the site looks as good without statistics, or if most parents have many rows.
 */
export function rowsToFind(table: Sql, siteId: string, { conditions, always }: Conditions): Sql {
  const parent = onlyParentOf(conditions);
  if (!parent)
    return sql`${matchingRows(table, siteId, conditions)} where ${conditions.map(forAll).reduce(both, always)}`;
  const { column, id } = parent;
  return sql`${table} where ${always} and ${column} >= ${id} and ${column} <= ${id} order by ${column} ${followsIndex}`;
}

/** Returns the parent whose rows are listed. With another filter, the planner may know a better index. */
function onlyParentOf(conditions: readonly Condition[]): Parent | undefined {
  const [condition, ...others] = conditions;
  return condition && "id" in condition && others.length === 0 ? condition : undefined;
}

/**
 * Returns the table, or only the rows to which those of another table refer: looked up one by one. Compared with an
 * array of their IDs, the planner would rather read all rows of the site.
 */
function matchingRows(table: Sql, siteId: string, conditions: readonly Condition[]): Sql {
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
