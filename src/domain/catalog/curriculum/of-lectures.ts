import { type Sql, sql } from "#database/sql.ts";

/** The rows of a table that belong to these lectures, under its name; looked up lecture by lecture, however many there are. */
export const ofLectures = (table: Sql, siteId: string, lectureIds: readonly string[]): Sql => sql`
  unnest(${lectureIds}::uuid[]) as wanted (wanted_id)
  cross join lateral (
    select * from ${table} where site_id = ${siteId} and lecture_id = wanted_id and deleted_at is null offset 0
  ) as ${table}`;
