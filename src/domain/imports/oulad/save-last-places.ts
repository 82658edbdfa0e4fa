import type pg from "pg";

/** Where each student of a course was last, by the rule of every player: the newest activity wins. */
export async function saveLastPlaces(client: pg.ClientBase, siteId: string, courseId: string): Promise<number> {
  const { rowCount } = await client.query(
    `update enrollments
        set last_lecture_id = latest.lecture_id, last_position_seconds = latest.position_seconds,
            last_activity_at = latest.updated_at
       from (select distinct on (progress.enrollment_id)
                    progress.enrollment_id, progress.lecture_id, progress.position_seconds, progress.updated_at
               from enrollments
               join lecture_progress as progress
                 on progress.site_id = enrollments.site_id and progress.enrollment_id = enrollments.id
              where enrollments.site_id = $1 and enrollments.course_id = $2
              order by progress.enrollment_id, progress.updated_at desc, progress.lecture_id desc) as latest
      where enrollments.site_id = $1 and enrollments.id = latest.enrollment_id
        and (enrollments.last_activity_at is null or enrollments.last_activity_at < latest.updated_at)`,
    [siteId, courseId],
  );
  return rowCount ?? 0;
}
