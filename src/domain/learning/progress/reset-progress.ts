import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireLockedEnrollment } from "#domain/learning/enrollments/queries.ts";
import { removeProgress } from "./queries.ts";
import { LectureProgress } from "./progress.ts";
import { storePercent } from "./progress-percent.ts";

const maxLectures = 2000;

export const resetProgress = operation({
  name: "resetProgress",
  summary: "Reset the progress of an enrollment",
  description: "Resets the whole course or the given lectures. The first completion of the course stays on record.",
  writes: "students:write",
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

/** Clears the last position if it is in one of the lectures. */
const clearLastPosition = ({ db, site, now }: Context, enrollmentId: string, lectureIds: readonly string[]) =>
  db.run`
    update enrollments
       set last_position_seconds = case when last_lecture_id = any(${lectureIds}::uuid[]) then null
                                        else last_position_seconds end,
           last_lecture_id = case when last_lecture_id = any(${lectureIds}::uuid[]) then null else last_lecture_id end,
           version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id = ${enrollmentId}`;
