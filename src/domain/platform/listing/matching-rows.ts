import { Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import { inIndexOrder, textOf } from "#database/statements/statement.ts";
import { both, type Condition, forAll, forEach, type InOrder, type Reference } from "./filters.ts";

interface Conditions {
  /** Those of the requested filters. */
  conditions: readonly Condition[];
  /** Those of the list. */
  always: Sql;
}

/** Finds up to a number of rows by one condition. */
export interface Finder {
  condition: Condition;
  /** Selects `id`, and `matches` if not all of the rows fulfill the condition. */
  statement: (count: number) => Sql;
}

/** Returns a finder for each condition whose index is known. `inSite`: the condition of all rows of the list. */
export const findersOf = (table: Sql, siteId: string, { conditions, always: inSite }: Conditions): Finder[] =>
  conditions.flatMap((condition) => {
    if (condition instanceof Sql) return [];
    if ("within" in condition) return [{ condition, statement: (count) => firstIds(table, inSite, condition, count) }];
    if ("alternatives" in condition) {
      const statement = (count: number) => {
        const selections = condition.alternatives.map((one) => sql`(${firstIds(table, inSite, one, count)})`);
        return sql`${selections.reduce((left, right) => sql`${left} union all ${right}`)} limit ${count}`;
      };
      return [{ condition, statement }];
    }
    return "by" in condition ? finderOfReference(table, siteId, condition) : [];
  });

function finderOfReference(table: Sql, siteId: string, condition: Reference): Finder[] {
  const { inOrder, table: other, by } = condition;
  if (!inOrder || !findsIds(condition, sql`${table}.id`)) return [];
  const statement = (count: number) => sql`
    select ${by} as id, ${condition.condition} as matches
      from (${firstInOrder(other, sql`${other}.site_id = ${siteId}`, inOrder, count)}) as ${other}`;
  return [{ condition, statement }];
}

const firstIds = (table: Sql, inSite: Sql, condition: InOrder, count: number): Sql =>
  sql`select found.id from (${firstInOrder(table, inSite, condition, count)}) as found`;

/**
 * Selects the first rows in the order of the column of a condition, so that the planner has to use an index that begins
 * with it. With an equality, any index of the site looks as good without statistics, or if most rows have this value.
 */
function firstInOrder(table: Sql, inSite: Sql, { column, within, each }: InOrder, count: number): Sql {
  const first = sql`
    select ${table}.* from ${table} where ${inSite} and ${within} order by ${column} limit ${count} ${inIndexOrder}`;
  return each ? sql`select first.* from ${each} cross join lateral (${first}) as first limit ${count}` : first;
}

/** True if the planner finds rows by one of these conditions: of other tables, or of search terms. */
export const needsPlanner = (table: Sql, conditions: readonly Condition[]): boolean =>
  conditions.some(
    (condition) => "terms" in condition || (findsIds(condition, sql`${table}.id`) && condition.inOrder === undefined),
  );

/**
 * Returns the tables and the conditions of a statement that finds rows in any order: those that a search finds, or those
 * to which rows of another table refer, or of the table. The other conditions are checked for each row.
 */
export function rowsToFind(table: Sql, siteId: string, { conditions, always }: Conditions): Sql {
  const ofEach = (condition: Condition) => forEach(condition, siteId);
  const search = conditions.find((condition) => "terms" in condition);
  if (search) return sql`${rowsWithTerms(table, search.terms)} where ${conditions.map(ofEach).reduce(both, always)}`;
  const id = sql`${table}.id`;
  const reference = conditions.find((condition): condition is Reference => findsIds(condition, id));
  if (!reference) return sql`${table} where ${conditions.map(forAll).reduce(both, always)}`;
  // Looked up one by one: compared with an array of their IDs, the planner would rather read all rows of the site.
  const keys = sql`(select distinct ${reference.by} as requested_key from ${reference.table}
                     where ${reference.condition}) as requested`;
  const others = conditions.filter((condition) => condition !== reference);
  return sql`${tableNamed(table).withKeys(siteId, id, keys)} where ${others.map(ofEach).reduce(both, always)}`;
}

/**
 * Returns the rows with these search terms, under the name of the table. For the site as a value, the planner would
 * rather read all rows of the site until enough match. Search terms name the site, and on a cluster the comparison gets
 * the value (`nameSite`).
 */
export const rowsWithTerms = (table: Sql, terms: Sql): Sql => sql`
  (select * from ${table} where ${table}.site_id = ${table}.site_id and ${terms} offset 0) as ${table}`;

const findsIds = (condition: Condition, id: Sql): condition is Reference =>
  "by" in condition && condition.isNegated !== true && textOf(condition.column) === textOf(id);
