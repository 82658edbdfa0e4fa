import type { SiteScope } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import type { ProgressEvent } from "./progress.ts";

/**
 * Keeps the lecture's progress and the enrollment's last place in one statement; the event that occurred last wins,
 * whichever arrived last. Late news of a completion still counts: it says more than the position that overtook it.
 * False where the site has no such enrollment, or its course no such lecture.
 */
export async function recordProgress({ db, site }: SiteScope, event: ProgressEvent): Promise<boolean> {
  const { enrollmentId, lectureId, kind, occurredAt } = event;
  const position = event.positionSeconds ?? null;
  const watches = kind === "opened" || kind === "position";
  const row = await db.first<{ found: boolean }>`
    with progress as (
      insert into lecture_progress as held
             (site_id, id, enrollment_id, lecture_id, position_seconds, completed_at, first_opened_at, updated_at)
      select enrollments.site_id, ${newId()}::uuid, enrollments.id, lectures.id, coalesce(${position}::integer, 0),
             case when ${kind} = 'completed' then ${occurredAt}::timestamptz end, ${occurredAt}, ${occurredAt}
        from enrollments
        join lectures on lectures.site_id = enrollments.site_id and lectures.course_id = enrollments.course_id
       where enrollments.site_id = ${site.id} and enrollments.id = ${enrollmentId} and enrollments.deleted_at is null
         and lectures.id = ${lectureId} and lectures.deleted_at is null
      on conflict (site_id, enrollment_id, lecture_id) do update
         set position_seconds = case when excluded.updated_at >= held.updated_at
                                     then coalesce(${position}, held.position_seconds)
                                     else held.position_seconds end,
             completed_at = case when ${kind} = 'completed' then coalesce(held.completed_at, excluded.completed_at)
                                 when ${kind} = 'uncompleted' and excluded.updated_at >= held.updated_at then null
                                 else held.completed_at end,
             first_opened_at = least(held.first_opened_at, excluded.first_opened_at),
             updated_at = greatest(held.updated_at, excluded.updated_at)
      returning position_seconds
    ), last_place as (
      update enrollments
         set last_lecture_id = ${lectureId}, last_position_seconds = progress.position_seconds,
             last_activity_at = ${occurredAt}
        from progress
       where ${watches} and enrollments.site_id = ${site.id} and enrollments.id = ${enrollmentId}
         and (enrollments.last_activity_at is null or enrollments.last_activity_at <= ${occurredAt})
    )
    select exists (select from progress) as found`;
  return row?.found ?? false;
}
