import type pg from "pg";
import { copyRows } from "../copy.ts";
import type { Activity } from "./activity.ts";

/** One temporary table for the whole import: it is emptied by every commit. */
export async function stageProgress(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create temporary table staged_progress (
      id uuid, enrollment_id uuid, lecture_id uuid, completed_at timestamptz, first_at timestamptz, last_at timestamptz
    ) on commit delete rows`);
}

interface Span extends Activity {
  last: Date;
}

/** A chunk of activities in one transaction; activities without an enrollment are left out. Says how many rows are new. */
export async function saveProgress(
  client: pg.ClientBase,
  siteId: string,
  activities: readonly Activity[],
): Promise<number> {
  const spans = new Map<string, Span>();
  for (const activity of activities) {
    const span = spans.get(activity.id);
    if (!span) spans.set(activity.id, { ...activity, last: activity.at });
    else if (activity.at > span.last) span.last = activity.at;
    else if (activity.at < span.at) span.at = activity.at;
  }
  await client.query("begin");
  await copyRows(
    client,
    "staged_progress",
    spans
      .values()
      .map(({ id, enrollmentId, lectureId, at, last, completed }) => [
        id,
        enrollmentId,
        lectureId,
        completed ? at : null,
        at,
        last,
      ]),
  );
  const { rows } = await client.query<{ new: number }>(
    `with written as (
     insert into lecture_progress as held
            (site_id, id, enrollment_id, lecture_id, completed_at, first_opened_at, updated_at)
     select enrollments.site_id, staged.id, enrollments.id, staged.lecture_id, staged.completed_at, staged.first_at,
            staged.last_at
       from staged_progress as staged
       join enrollments on enrollments.site_id = $1 and enrollments.id = staged.enrollment_id
     on conflict (site_id, enrollment_id, lecture_id) do update
        set first_opened_at = least(held.first_opened_at, excluded.first_opened_at),
            updated_at = greatest(held.updated_at, excluded.updated_at)
      where excluded.first_opened_at < held.first_opened_at or excluded.updated_at > held.updated_at
     returning xmax = 0 as is_new)
     select count(*) filter (where is_new) as new from written`,
    [siteId],
  );
  await client.query("commit");
  return rows[0]?.new ?? 0;
}

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
