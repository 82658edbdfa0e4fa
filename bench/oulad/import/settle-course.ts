import type pg from "pg";
import { nameSite } from "#database/statements/one-site.ts";
import { sql } from "#database/statements/sql.ts";
import { compile } from "#database/statements/statement.ts";
import { countsIn, permille } from "#domain/learning/progress/progress-percent.ts";
import { chunkTransaction } from "./chunk-transaction.ts";

/**
 * Recomputes denormalized data of a course's enrollments: progress, last lecture and last activity of each student,
 * and the counts. Moves `updated_at` of the rows whose representations have changed. Returns the number of new last lectures.
 */
export function settleCourse(client: pg.ClientBase, siteId: string, courseId: string): Promise<number> {
  return chunkTransaction(client, async () => {
    await lockEnrollments(client, siteId, courseId);
    const positions = await saveLastPositions(client, siteId, courseId);
    await markEnrollments(client, siteId, courseId);
    await savePercent(client, siteId, courseId);
    await lockStudents(client, siteId, courseId);
    await saveLastActivity(client, siteId, courseId);
    await countEnrollments(client, siteId, courseId);
    return positions;
  });
}

/**
 * In ID order, like bulk requests and jobs: updates would lock in the order in which they find the rows. A statement of
 * its own, so that the following ones count what was committed before.
 */
const lockEnrollments = (client: pg.ClientBase, siteId: string, courseId: string) =>
  client.query("select from enrollments where site_id = $1 and course_id = $2 order by id for no key update", [
    siteId,
    courseId,
  ]);

/** After their enrollments, like a progress report. In ID order. */
const lockStudents = (client: pg.ClientBase, siteId: string, courseId: string) =>
  client.query(
    `select from members
      where site_id = $1 and id in (select student_id from enrollments where site_id = $1 and course_id = $2)
      order by id for no key update`,
    [siteId, courseId],
  );

/** The newest activity wins, as in every player. */
async function saveLastPositions(client: pg.ClientBase, siteId: string, courseId: string): Promise<number> {
  const { rowCount } = await client.query(
    `update enrollments
        set last_lecture_id = latest.lecture_id, last_position_seconds = latest.position_seconds,
            last_activity_at = latest.updated_at, updated_at = greatest(enrollments.updated_at, now())
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

/** Marks the other enrollments with new progress as updated. */
const markEnrollments = (client: pg.ClientBase, siteId: string, courseId: string) =>
  client.query(
    `update enrollments set updated_at = greatest(updated_at, now())
      where site_id = $1 and course_id = $2
        and exists (select from lecture_progress as progress
                     where progress.site_id = $1 and progress.enrollment_id = enrollments.id
                       and progress.recorded_at > enrollments.updated_at)`,
    [siteId, courseId],
  );

/** Like `storePercent`. */
async function savePercent(client: pg.ClientBase, siteId: string, courseId: string): Promise<void> {
  const { strings, values } = sql`
    update enrollments set progress_permille = ${permille}
      from (${countsIn(
        siteId,
        sql`(select id, course_id from enrollments
              where site_id = ${siteId} and course_id = ${courseId}) as requested`,
        [courseId],
      )}) as changed
     where enrollments.site_id = ${siteId} and enrollments.id = changed.id
       and enrollments.progress_permille <> ${permille}`;
  const [{ text }, parameters] = compile(strings, values);
  await client.query(nameSite(text), [...parameters]);
}

/** Marks the students of updated enrollments as updated. */
const saveLastActivity = (client: pg.ClientBase, siteId: string, courseId: string) =>
  client.query(
    `update members
        set last_active_at = greatest(members.last_active_at, enrollments.last_activity_at),
            updated_at = greatest(members.updated_at, enrollments.updated_at)
       from enrollments
      where enrollments.site_id = $1 and enrollments.course_id = $2
        and members.site_id = $1 and members.id = enrollments.student_id
        and (enrollments.updated_at > members.updated_at
             or enrollments.last_activity_at > coalesce(members.last_active_at, '-infinity'))`,
    [siteId, courseId],
  );

/** Locks the course: concurrent enrollments wait and are counted afterwards. */
async function countEnrollments(client: pg.ClientBase, siteId: string, courseId: string): Promise<void> {
  await client.query("select from courses where site_id = $1 and id = $2 for no key update", [siteId, courseId]);
  await client.query(
    `update courses set enrollment_count = counted.enrolled, updated_at = greatest(updated_at, now()),
            content_updated_at = case when counted_version = version then content_updated_at else updated_at end,
            counted_version = version
       from (select count(*) as enrolled from enrollments
              where site_id = $1 and course_id = $2 and deleted_at is null and status <> 'revoked') as counted
      where site_id = $1 and id = $2 and enrollment_count <> counted.enrolled`,
    [siteId, courseId],
  );
}
