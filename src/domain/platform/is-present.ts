import { type Sql, sql } from "#database/sql.ts";

/**
 * `deleted_at is null`, for rows that are looked up by their key. As a CASE, the planner cannot match it with the
 * predicate of partial indexes. Without statistics, or on a table that was almost empty when the plan was cached, a
 * partial index of the site looks as good as the key, and its scan reads the whole site.
 */
export const isPresent = sql`(case when deleted_at is null then true end)`;

/** `isPresent` for one of several tables. */
export const isPresentIn = (table: Sql): Sql => sql`(case when ${table}.deleted_at is null then true end)`;
