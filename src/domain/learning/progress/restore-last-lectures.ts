import { recordset, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { lockEnrollments } from "#domain/learning/enrollments/enrollment-queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { progressOfLecture } from "./progress-of-lecture.ts";

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
