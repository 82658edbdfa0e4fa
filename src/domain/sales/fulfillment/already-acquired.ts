import type { Context } from "#domain/platform/context.ts";
import { findRegistrationOf } from "#domain/events/event-registrations/queries.ts";
import { statusAt } from "#domain/learning/enrollments/enrollment-resource.ts";
import { findEnrollmentOf } from "#domain/learning/self-enrollment/queries.ts";
import { findGrantOf } from "#domain/offers/digital-products/grant-queries.ts";
import { hasPlan } from "#domain/memberships/subscriptions/queries.ts";
import type { ItemToFulfill } from "./item-to-fulfill.ts";

/** Returns whether the member already has what the item gives, so that they do not pay twice. */
export async function hasAcquired(
  context: Context,
  { product, type }: ItemToFulfill,
  memberId: string,
): Promise<boolean> {
  const { now } = context;
  switch (type) {
    case "course_plan": {
      const enrollment = await findEnrollmentOf(context, { memberId, courseId: product.id });
      const status = enrollment && statusAt(enrollment, now);
      return status === "active" || status === "completed" || status === "scheduled";
    }
    case "membership_pricing":
      return hasPlan(context, { memberId, planId: product.id }, now);
    case "event_ticket": {
      const registration = await findRegistrationOf(context, { memberId, eventId: product.id });
      return registration !== undefined && registration.status !== "waitlisted";
    }
    // Sessions are used up, and can be bought again at any time.
    case "consulting_service":
      return false;
    default: {
      const grant = await findGrantOf(context, product.id, memberId);
      return grant !== undefined && (grant.expiresAt === null || grant.expiresAt > now);
    }
  }
}
