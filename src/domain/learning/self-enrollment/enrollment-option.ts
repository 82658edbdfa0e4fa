import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { statusAt } from "#domain/learning/enrollments/enrollment.ts";
import { findFreeOffer, type FreeOffer } from "./free-offer.ts";
import { findEnrollmentOf, findRequest } from "./queries.ts";
import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { findCourseAccess } from "#domain/memberships/subscriptions/benefits.ts";

/**
 * Ways into a course for a visitor:
 * - `enrolled`: learn, by an enrollment or a membership.
 * - `free`: enroll now. `request`: ask to be enrolled. `requested` and `declined`: the answer of the school.
 * - `sold_out`, `invitation`, `closed`: free, but not available to this visitor.
 * - `revoked`: the school ended the member's access.
 * - `priced`: there is no free offer.
 */
const enrollmentOptions = [
  "enrolled",
  "free",
  "request",
  "requested",
  "declined",
  "sold_out",
  "invitation",
  "closed",
  "revoked",
  "priced",
] as const;
export type EnrollmentOption = (typeof enrollmentOptions)[number];

export async function enrollmentOptionOf(
  context: Context,
  courseId: string,
): Promise<{ option: EnrollmentOption; offer?: FreeOffer | undefined }> {
  const memberId = memberOf(context.caller);
  const existing = memberId === null ? undefined : await findEnrollmentOf(context, { memberId, courseId });
  const status = existing && statusAt(existing, context.now);
  if (status === "active" || status === "completed" || status === "scheduled") return { option: "enrolled" };
  if (memberId !== null && (await findCourseAccess(context, { memberId, courseId }, context.now))) {
    return { option: "enrolled" };
  }
  const offer = await findFreeOffer(context, courseId);
  if (!offer) return { option: "priced" };
  if (status === "revoked") return { option: "revoked" };
  return { option: await optionAt(context, offer, memberId), offer };
}

async function optionAt(context: Context, offer: FreeOffer, memberId: string | null): Promise<EnrollmentOption> {
  const { enrollmentPolicy: policy } = context.site.settings;
  if (policy === "invitation" || policy === "closed") return policy;
  if (offer.seatsLeft === 0) return "sold_out";
  if (policy === "open") return "free";
  const request = memberId === null ? undefined : await findRequest(context, { memberId, courseId: offer.courseId });
  if (request?.status === "pending") return "requested";
  return request?.status === "declined" ? "declined" : "request";
}

export const findEnrollmentOption = operation({
  name: "findEnrollmentOption",
  summary: "Report what the visitor can do about a course",
  reads: forAnyone,
  input: z.object({ courseId: Id("course") }),
  output: z.object({ option: z.enum(enrollmentOptions) }),
  async run(context, { courseId }) {
    const { option } = await enrollmentOptionOf(context, courseId);
    return { option };
  },
});
