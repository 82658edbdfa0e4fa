import { type Sql, sql } from "#database/statements/sql.ts";

/*
 * `updated_at` follows every change of a representation, counts included, but search engines ask for the time of the
 * last change of content. A change of content raises the version. A change of counts does not, and stores the time
 * that `updated_at` had.
 */

/** The time of the last change of content. */
export const contentTime = (table: Sql): Sql => sql`
  case when ${table}.counted_version = ${table}.version then ${table}.content_updated_at else ${table}.updated_at end`;

/** Assignments of a statement that changes only counts. */
export const countedAt = (table: Sql, now: Date): Sql => sql`
  content_updated_at = ${contentTime(table)}, counted_version = ${table}.version, updated_at = ${now}`;

/** Assignment of a statement that changes content without raising the version. */
export const changedContent = sql`counted_version = null`;
