import { type Sql, sql } from "#database/sql.ts";
import { isPair } from "#domain/platform/rows-by-key.ts";

/** Returns the progress of an enrollment in a lecture, under the name `progress`, for `cross join` and `left join`. */
export const progressOfLecture = (siteId: string, enrollmentId: Sql | string, lectureId: Sql | string): Sql => sql`
  lateral (
    select * from lecture_progress
     where lecture_progress.site_id = ${siteId}
       and ${isPair(sql`lecture_progress.enrollment_id, lecture_progress.lecture_id`, enrollmentId, lectureId)}
    offset 0) as progress`;
