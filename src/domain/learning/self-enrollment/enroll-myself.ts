import * as z from "zod";
import { enrollMany } from "#domain/learning/enrollments/enroll-many.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { only } from "#lib/collections/only.ts";
import { findVisibleCourse, type FreeOffer } from "./free-offer.ts";
import { insertRequest } from "./queries.ts";
import { type EnrollmentOption, enrollmentOptionOf } from "./enrollment-option.ts";
import { asSystem } from "#domain/platform/system-context.ts";

/**
 * Enrolls the signed-in member in a free course, or requests it if the school approves each enrollment. Repeating it
 * changes nothing. Throws `not_found`, `invalid_state`, `sold_out` and `rate_limited`.
 */
export const enrollMyself = operation({
  name: "enrollMyself",
  summary: "Enroll in a free course",
  writes: { only: ["session"] },
  input: z.object({ course: ReferenceTo("course") }),
  output: z.object({ courseId: Id("course"), result: z.enum(["enrolled", "requested"]) }),
  prepare: limitOwnRequests,
  async run(context, { course: reference }) {
    const { memberId } = requireSession(context);
    const course = await findVisibleCourse(context, reference);
    if (!course) throw resourceNotFound("course", reference);
    const { id: courseId } = course;
    const { option, offer } = await enrollmentOptionOf(context, courseId);
    if (option === "enrolled" || option === "requested") return unchanged({ courseId, result: option });
    if (offer && option === "free") {
      await enroll(context, memberId, offer, { notify: false });
      return { courseId, result: "enrolled" as const };
    }
    if (option !== "request") throw refusalOf(option);
    await insertRequest(context, newId(), { memberId, courseId }, context.now);
    return { courseId, result: "requested" as const };
  },
  audit: (_input, { courseId, result }) => about("course", courseId, { result }),
});

/** Enrolls the member as Lectern itself: members may not enroll anyone. Extends an enrollment that has expired. */
export async function enroll(
  context: Context,
  memberId: string,
  { courseId, planId }: FreeOffer,
  { notify }: { notify: boolean },
): Promise<void> {
  const row = { studentId: memberId, courseId, planId, onExisting: "extend" as const, notify };
  const system = asSystem(context);
  const outcome = only(await enrollMany(system, [row], { createStudents: false, source: "free" }));
  if (outcome instanceof Problem) throw outcome;
}

const refusals: Partial<Record<EnrollmentOption, string>> = {
  priced: "This course is not free.",
  revoked: "The school ended your access to this course. Ask the school to restore it.",
  declined: "The school declined your request.",
  invitation: "The school enrolls students in this course by invitation.",
  closed: "Enrollment in this course is closed.",
};

const refusalOf = (option: EnrollmentOption): Problem =>
  option === "sold_out"
    ? new Problem("sold_out", "All seats of this course are taken.")
    : new Problem("invalid_state", refusals[option] ?? "You cannot enroll in this course.");
