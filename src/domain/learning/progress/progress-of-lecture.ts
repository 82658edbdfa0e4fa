import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";

/** Returns the progress of an enrollment in a lecture, under the name `progress`, for `cross join` and `left join`. */
export const progressOfLecture = (siteId: string, enrollmentId: Sql | string, lectureId: Sql | string): Sql => sql`
  lateral (
    select * from lecture_progress
     where lecture_progress.site_id = ${siteId}
       and ${table("lecture_progress").hasPair(["enrollment_id", "lecture_id"], enrollmentId, lectureId)}
    offset 0) as progress`;
