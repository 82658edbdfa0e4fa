import { sql } from "#database/statements/sql.ts";
import { addingSteps, addingUp } from "#domain/platform/rollups/add-up.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { LectureProgressRow } from "./lecture-progress.ts";

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
