import * as z from "zod";
import { sql } from "#database/sql.ts";
import { addingSteps, addingUp } from "#domain/platform/rollups/add-up.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireLockedEnrollment } from "#domain/learning/enrollments/read-enrollment.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { LectureProgress, type LectureProgressRow } from "./lecture-progress.ts";
import { storePercent } from "./store-percent.ts";

const maxLectures = 2000;

export const resetProgress = operation({
  name: "resetProgress",
  summary: "Reset the progress of an enrollment",
  description: "Resets the whole course or the given lectures. The first completion of the course stays on record.",
  access: { scope: "students:write" },
  writes: true,
  input: z.object({
    id: Id("enrollment"),
    lectureIds: z.array(Id("lecture")).min(1).max(maxLectures).optional(),
  }),
  output: z.object({
    object: z.literal("progress_reset"),
    enrollmentId: Id("enrollment"),
    lectureIds: z.array(LectureProgress.shape.lectureId).meta({ description: "The lectures that had progress" }),
  }),
  async run(context, { id, lectureIds: requested }) {
    const enrollment = await requireLockedEnrollment(context, id);
    const lectureIds = (await removeProgress(context, id, requested)).map(({ lectureId }) => lectureId);
    await clearLastPosition(context, id, lectureIds);
    await storePercent(context, [enrollment]);
    // The watch time of the student is that of the lectures.
    await markMembersUpdated(context, [enrollment.studentId]);
    return { object: "progress_reset" as const, enrollmentId: id, lectureIds };
  },
  audit: (_input, { enrollmentId, lectureIds }) => ({
    resourceType: "enrollment",
    resourceId: formatId("enrollment", enrollmentId),
    details: { lectures: lectureIds.length },
  }),
});

/** Deletes lecture progress and subtracts it from the analytics. Activity and watch time are kept. */
const removeProgress = ({ db, site }: Context, enrollmentId: string, lectureIds: readonly string[] | undefined) =>
  db.many<Pick<LectureProgressRow, "lectureId">>`
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

/** Clears the last position if it is in one of the lectures. */
const clearLastPosition = ({ db, site, now }: Context, enrollmentId: string, lectureIds: readonly string[]) =>
  db.run`
    update enrollments
       set last_position_seconds = case when last_lecture_id = any(${lectureIds}::uuid[]) then null
                                        else last_position_seconds end,
           last_lecture_id = case when last_lecture_id = any(${lectureIds}::uuid[]) then null else last_lecture_id end,
           version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id = ${enrollmentId}`;
