import { recordset, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { newId } from "#domain/platform/ids.ts";
import { progressOfLecture } from "./queries.ts";
import { storePercent } from "./progress-percent.ts";
import { lockEnrollments } from "#domain/learning/enrollments/queries.ts";

/** Imported progress in a lecture. `updatedAt` is the time of the activity. */
export interface StoredProgress {
  enrollmentId: string;
  lectureId: string;
  positionSeconds: number;
  watchedSeconds: number;
  completedAt: Date | null;
  firstOpenedAt: Date;
  updatedAt: Date;
}

/** Returns the existing progress for these pairs of enrollment and lecture. */
export const listProgressOf = (
  { db, site }: SiteScope,
  pairs: readonly Pick<StoredProgress, "enrollmentId" | "lectureId">[],
): Promise<StoredProgress[]> =>
  db.many<StoredProgress>`
    select progress.enrollment_id, progress.lecture_id, progress.position_seconds, progress.watched_seconds,
           progress.completed_at, progress.first_opened_at, progress.updated_at
      from unnest(${pairs.map(({ enrollmentId }) => enrollmentId)}::uuid[],
                  ${pairs.map(({ lectureId }) => lectureId)}::uuid[]) as requested (enrollment_id, lecture_id)
     cross join ${progressOfLecture(site.id, sql`requested.enrollment_id`, sql`requested.lecture_id`)}`;

/** Upserts lecture progress. The caller must lock the enrollments. */
export async function storeProgress(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  rows: readonly StoredProgress[],
): Promise<void> {
  if (rows.length === 0) return;
  const newRows = rows.map((row) => ({ ...row, id: newId() }));
  await db.run`
    insert into lecture_progress as stored
           (site_id, id, enrollment_id, lecture_id, position_seconds, watched_seconds, completed_at,
            completion_decided_at, first_opened_at, updated_at, recorded_at)
    select ${site.id}, id, enrollment_id, lecture_id, position_seconds, watched_seconds, completed_at, completed_at,
           first_opened_at, updated_at, ${now}
      from jsonb_populate_recordset(null::lecture_progress, ${recordset(newRows)}::jsonb)
     order by enrollment_id, lecture_id
    on conflict (site_id, enrollment_id, lecture_id) do update
       set position_seconds = excluded.position_seconds, watched_seconds = excluded.watched_seconds,
           completed_at = excluded.completed_at,
           completion_decided_at = case when stored.completed_at is distinct from excluded.completed_at
                                        then excluded.updated_at else stored.completion_decided_at end,
           first_opened_at = excluded.first_opened_at, updated_at = excluded.updated_at,
           recorded_at = greatest(stored.recorded_at, excluded.recorded_at)`;
  await db.run`
    update enrollments
       set last_lecture_id = case when is_newest then changed.lecture_id else last_lecture_id end,
           last_position_seconds = case when is_newest then changed.position_seconds else last_position_seconds end,
           last_watched_at = case when is_newest then changed.updated_at else last_watched_at end,
           last_activity_at = greatest(last_activity_at, changed.updated_at),
           updated_at = greatest(enrollments.updated_at, ${now})
      from ${table("enrollments").changesFrom(site.id, newestOfEnrollments(newRows))}
     cross join lateral (
        select enrolled.last_lecture_id is null
                 or coalesce(enrolled.last_watched_at, enrolled.last_activity_at, '-infinity') < changed.updated_at
                 as is_newest
          from enrollments enrolled
         where enrolled.site_id = ${site.id} and enrolled.id = changed.enrollment_id offset 0) as place
     where enrollments.site_id = changed.site_id and enrollments.id = changed.enrollment_id`;
  const ids = rows.map(({ enrollmentId }) => enrollmentId);
  const enrollments = await db.many<{ id: string; courseId: string }>`
    select id, course_id from ${table("enrollments").withIds(site.id, ids)}`;
  await storePercent({ db, site }, enrollments);
}

const newestOfEnrollments = (progress: readonly StoredProgress[]): Sql => sql`
  (select distinct on (enrollment_id) enrollment_id, lecture_id, position_seconds, updated_at
     from jsonb_populate_recordset(null::lecture_progress, ${recordset(progress)}::jsonb)
    order by enrollment_id, updated_at desc) as input`;

/** Updates the last activity of members from imported progress, and marks them as updated. */
export async function keepActivityOf(
  context: Pick<Context, "db" | "site" | "now">,
  seen: ReadonlyMap<string, Date>,
): Promise<void> {
  if (seen.size === 0) return;
  const { db, site } = context;
  await db.run`
    update members set last_active_at = changed.at
      ${table("members").fromEach(site.id, sql`unnest(${[...seen.keys()]}::uuid[], ${[...seen.values()]}::timestamptz[]) as input (id, at)`)}
       and (members.last_active_at is null or members.last_active_at < changed.at)`;
  await markMembersUpdated(context, [...seen.keys()]);
}

/** The place at which a student of another site stopped. */
export interface FormerPlace {
  /** The enrollment at this site. */
  id: string;
  lastLectureId: string | null;
  lastPositionSeconds: number | null;
  lastActivityAt: Date;
}

/**
 * Restores the places at which students stopped. They do not follow from progress: completing a lecture without a
 * position is no stop, and the latest activity can be a quiz attempt. Students who were active here since then keep
 * their place. Must run in a transaction.
 */
export async function restoreLastLectures(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  places: readonly FormerPlace[],
): Promise<void> {
  // A time in the future would win over all activity until then.
  const past = places.map((place) => ({
    ...place,
    lastActivityAt: place.lastActivityAt > now ? now : place.lastActivityAt,
  }));
  // The update would lock in the order in which it finds the rows.
  await lockEnrollments(
    { db, site },
    past.map(({ id }) => id),
  );
  await db.run`
    update enrollments
       set last_lecture_id = changed.last_lecture_id, last_position_seconds = changed.last_position_seconds,
           last_activity_at = changed.last_activity_at,
           last_watched_at = coalesce(changed.watched_at, enrollments.last_watched_at),
           updated_at = greatest(enrollments.updated_at, ${now})
      ${table("enrollments").fromEach(site.id, placesAmong(site.id, past))}
       and (changed.last_lecture_id is null or changed.course_id = enrollments.course_id)
       and coalesce(enrollments.last_activity_at, '-infinity') <= changed.last_activity_at
       and (enrollments.last_lecture_id, enrollments.last_position_seconds, enrollments.last_activity_at)
           is distinct from (changed.last_lecture_id, changed.last_position_seconds, changed.last_activity_at)`;
}

/** Places with the courses of their lectures and the times of the progress in them. */
const placesAmong = (siteId: string, places: readonly FormerPlace[]): Sql => sql`
  (select place.id, place.last_lecture_id, place.last_position_seconds, place.last_activity_at, lectures.course_id,
          (select progress.updated_at
             from ${progressOfLecture(siteId, sql`place.id`, sql`place.last_lecture_id`)}) as watched_at
     from jsonb_populate_recordset(null::enrollments, ${recordset(places)}::jsonb) as place
     left join ${table("lectures").joined(siteId, sql`place.last_lecture_id`)} on true) as input`;
