import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { isDoneBySaying } from "#domain/learning/progress/completion.ts";
import { progressKinds } from "#domain/learning/progress/progress.ts";
import { recordReport } from "#domain/learning/progress/record-report.ts";
import { findLecture } from "#domain/catalog/curriculum/queries.ts";
import { enrolledByMembership } from "./enroll-by-membership.ts";
import { requirePlace } from "./my-lecture.ts";

export const reportMyProgress = operation({
  name: "reportMyProgress",
  summary: "Record the member's progress in a lecture",
  access: { only: ["session"] },
  writes: true,
  input: z
    .object({
      course: ReferenceTo("course"),
      lectureId: Id("lecture"),
      /** Made by the player: what comes twice counts once. */
      id: z.uuid(),
      kind: z.enum(progressKinds),
      positionSeconds: z.number().int().min(0).max(1_000_000).optional(),
      occurredAt: Instant,
    })
    .refine(({ kind, positionSeconds }) => kind !== "position" || positionSeconds !== undefined, {
      path: ["positionSeconds"],
      message: "A position is so many seconds.",
    }),
  output: z.object({ outcome: z.enum(["recorded", "unchanged"]) }),
  async run(context, { course, lectureId, ...event }) {
    const { learner, lecture } = await requirePlace(context, course, lectureId);
    const { enrollment, isEnrolled } = await enrolledByMembership(context, learner);
    if (!enrollment || !isEnrolled) {
      throw new Problem("role_required", "Progress is kept for members who are enrolled in the course.");
    }
    if (lecture.lock) throw new Problem("invalid_state", "This lecture is not open yet.", { allowed: [] });
    if (event.kind === "completed" || event.kind === "uncompleted") await requireDoneBySaying(context, lectureId);
    return { outcome: await recordReport(context, { ...event, lectureId, enrollmentId: enrollment.id }) };
  },
});

async function requireDoneBySaying(context: Context, lectureId: string): Promise<void> {
  const lecture = await findLecture(context, lectureId);
  if (lecture && isDoneBySaying(lecture.completionRule)) return;
  throw new Problem("invalid_state", "This lecture is done once its quiz is passed, or its assignment handed in.", {
    allowed: [],
  });
}
