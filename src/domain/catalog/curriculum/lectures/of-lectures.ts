import { type Sql, sql } from "#database/statements/sql.ts";

/**
 * Returns the rows of a table that belong to these lectures, under the table's name. Looks up each lecture by key,
 * independent of their number.
 */
export const ofLectures = (table: Sql, siteId: string, lectureIds: readonly string[]): Sql => sql`
  unnest(${lectureIds}::uuid[]) as requested (requested_id)
  cross join lateral (
    select * from ${table} where site_id = ${siteId} and lecture_id = requested_id and deleted_at is null offset 0
  ) as ${table}`;
