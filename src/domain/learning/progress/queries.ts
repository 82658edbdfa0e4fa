import { sql, type Sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { ProgressEvent, LectureProgressRow } from "./progress.ts";
import type { Interval } from "./watched-intervals.ts";
import { addingSteps, addingUp } from "#domain/platform/rollups/add-up.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";

/** A member's progress in a lecture. */
interface LectureProgress {
  positionSeconds: number;
  watchedSeconds: number;
  completedAt: Date | null;
}

interface KeptWatching {
  intervals: readonly Interval[];
  startedAt: Date;
}

/**
 * Upserts the lecture progress, and the last activity and position of the enrollment, in one statement.
 * - The event with the latest `occurredAt` wins, regardless of arrival order.
 * - A late completion still counts, unless a later event decided on the completion.
 * - Events that open the lecture or have a position make it the last lecture of the enrollment.
 * - `completes` makes an event of any kind complete the lecture.
 * - `watching` replaces the watched intervals and the time since which they count. The caller must have locked the
 *   enrollment.
 * Returns undefined if the enrollment or the lecture of its course does not exist.
 */
export async function keepProgress(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  event: ProgressEvent,
  { completes = event.kind === "completed", watching }: { completes?: boolean; watching?: KeptWatching } = {},
): Promise<LectureProgress | undefined> {
  const { enrollmentId, lectureId, kind, occurredAt } = event;
  const position = event.positionSeconds ?? null;
  const watches = kind === "opened" || position !== null;
  const decides = completes || kind === "uncompleted";
  const intervals = watching && watching.intervals.length > 0 ? JSON.stringify(watching.intervals) : null;
  const watchStartedAt = watching?.startedAt ?? null;
  // Compares with the updated row itself: after a concurrent report, PostgreSQL reads it again, but no row of a subquery.
  const isNewest = sql`(${watches} and (enrollments.last_lecture_id is null
    or coalesce(enrollments.last_watched_at, enrollments.last_activity_at, '-infinity') <= ${occurredAt}))`;
  return db.write.first<LectureProgress>`
    with progress as (
      insert into lecture_progress as stored
             (site_id, id, enrollment_id, lecture_id, position_seconds, completed_at, completion_decided_at,
              first_opened_at, updated_at, recorded_at, watched_intervals, watch_started_at)
      select enrollments.site_id, ${newId()}::uuid, enrollments.id, lectures.id, coalesce(${position}::integer, 0),
             case when ${completes} then ${occurredAt}::timestamptz end,
             case when ${decides} then ${occurredAt}::timestamptz end, ${occurredAt}, ${occurredAt}, ${now},
             ${intervals}::jsonb, ${watchStartedAt}::timestamptz
        from enrollments
        join lectures on lectures.site_id = enrollments.site_id and lectures.course_id = enrollments.course_id
       where enrollments.site_id = ${site.id} and enrollments.id = ${enrollmentId} and ${table("enrollments").present}
         and lectures.id = ${lectureId} and ${table("lectures").present}
      on conflict (site_id, enrollment_id, lecture_id) do update
         set position_seconds = case when excluded.updated_at >= stored.updated_at
                                     then coalesce(${position}, stored.position_seconds)
                                     else stored.position_seconds end,
             -- Watched seconds between two positions, capped at double playback speed.
             watched_seconds = stored.watched_seconds
               + case when ${kind} = 'position' and excluded.updated_at > stored.updated_at
                      then greatest(0, least(coalesce(${position}, 0) - stored.position_seconds,
                                             2 * extract(epoch from excluded.updated_at - stored.updated_at)::integer))
                      else 0 end,
             completed_at = case
               when excluded.completion_decided_at is null
                 or excluded.completion_decided_at < coalesce(stored.completion_decided_at, stored.completed_at)
               then stored.completed_at
               when ${completes} then coalesce(stored.completed_at, excluded.completed_at)
             end,
             completion_decided_at = greatest(stored.completion_decided_at, excluded.completion_decided_at),
             watched_intervals = case when ${watchStartedAt}::timestamptz is null then stored.watched_intervals
                                      else excluded.watched_intervals end,
             watch_started_at = coalesce(excluded.watch_started_at, stored.watch_started_at),
             first_opened_at = least(stored.first_opened_at, excluded.first_opened_at),
             updated_at = greatest(stored.updated_at, excluded.updated_at),
             recorded_at = greatest(stored.recorded_at, excluded.recorded_at)
      returning position_seconds, watched_seconds, completed_at
    ), activity as (
      update enrollments
         set last_lecture_id = case when ${isNewest} then ${lectureId}::uuid else last_lecture_id end,
             last_position_seconds = case when ${isNewest} then progress.position_seconds else last_position_seconds end,
             last_watched_at = case when ${isNewest} then ${occurredAt}::timestamptz else last_watched_at end,
             last_activity_at = greatest(last_activity_at, ${occurredAt}),
             updated_at = greatest(enrollments.updated_at, ${now})
        from progress
       where enrollments.site_id = ${site.id} and enrollments.id = ${enrollmentId}
    )
    select position_seconds, watched_seconds, completed_at from progress`;
}

/**
 * Like `keepProgress`, without events, for imported history. Returns false if the enrollment or lecture does not
 * exist.
 */
export const recordProgress = async (
  context: Pick<Context, "db" | "site" | "now">,
  event: ProgressEvent,
): Promise<boolean> => (await keepProgress(context, event)) !== undefined;

/** Returns false if the enrollment already has a report with this ID. */
export async function keepReport(
  { db, site }: SiteScope,
  { enrollmentId, id }: { enrollmentId: string; id: string },
  now: Date,
): Promise<boolean> {
  const insertedCount = await db.run`
    insert into progress_reports (site_id, enrollment_id, id, reported_at)
    values (${site.id}, ${enrollmentId}, ${id}, ${now}) on conflict do nothing`;
  return insertedCount === 1;
}

/** Deletes lecture progress and subtracts it from the analytics. Activity and watch time are kept. */
export const removeProgress = (
  { db, site }: SiteScope,
  enrollmentId: string,
  lectureIds: readonly string[] | undefined,
) =>
  db.write.many<Pick<LectureProgressRow, "lectureId">>`
    with removed as (
      delete from lecture_progress
       where site_id = ${site.id} and enrollment_id = ${enrollmentId}
         and ${lectureIds ? sql`lecture_id = any(${lectureIds}::uuid[])` : sql`true`}
      returning lecture_id, counted_opened_at, counted_completed_at
    ), entries as (
      select 'lectures_completed' as counter, counted_completed_at as at, facets.dimension, facets.key, '' as currency,
             -1 as value
        from removed
        join lectures on lectures.site_id = ${site.id} and lectures.id = removed.lecture_id
       cross join lateral (values ('', ''), ('course', lectures.course_id::text)) as facets (dimension, key)
    ), added as (${addingUp(site)}),
    steps as (
      select changes.counter, lecture_id, -1 as value
        from removed
       cross join lateral (values ('lectures_started', counted_opened_at), ('lectures_completed', counted_completed_at))
         as changes (counter, at)
       where changes.at is not null
    ), stepped as (${addingSteps(site)})
    select lecture_id from removed`;

/** Returns the progress of an enrollment in a lecture, under the name `progress`, for `cross join` and `left join`. */
export const progressOfLecture = (siteId: string, enrollmentId: Sql | string, lectureId: Sql | string): Sql => sql`
  lateral (
    select * from lecture_progress
     where lecture_progress.site_id = ${siteId}
       and ${table("lecture_progress").hasPair(["enrollment_id", "lecture_id"], enrollmentId, lectureId)}
    offset 0) as progress`;

/**
 * Records an activity of a student in a course that is no progress event, such as an attempt at a quiz. The caller
 * must have locked the enrollment.
 */
export async function keepActivity(
  context: Pick<Context, "db" | "site" | "now">,
  { enrollmentId, studentId }: { enrollmentId: string; studentId: string },
  at: Date,
): Promise<void> {
  const { db, site, now } = context;
  await db.run`
    update enrollments
       set last_activity_at = greatest(last_activity_at, ${at}), updated_at = greatest(updated_at, ${now})
     where site_id = ${site.id} and id = ${enrollmentId}`;
  await markMembersUpdated(context, [studentId], { activeAt: at });
}
