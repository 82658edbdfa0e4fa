import * as z from "zod";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { enrolledByMembership } from "./enroll-by-membership.ts";
import { requireLearner } from "./learner.ts";

/**
 * Enrolls the member in a course that their membership includes, so that progress is recorded from now on. Repeating it
 * changes nothing. Throws `not_found`, `role_required` and `rate_limited`.
 */
export const startMyCourse = operation({
  name: "startMyCourse",
  summary: "Start a course of a membership",
  writes: { only: ["session"] },
  input: z.object({ course: ReferenceTo("course") }),
  output: z.object({ courseId: Id("course") }),
  prepare: limitOwnRequests,
  async run(context, { course }) {
    const learner = await requireLearner(context, course);
    const { enrollment, isEnrolled } = await enrolledByMembership(context, learner);
    if (!enrollment || !isEnrolled) throw new Problem("role_required", "Enroll in the course first.");
    return { courseId: learner.course.id };
  },
  unaudited: "not security-relevant: its event records it",
});
