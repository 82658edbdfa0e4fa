import { cancelRegistered } from "#domain/events/event-registrations/cancel-registered.ts";
import { updateEnrollment } from "#domain/learning/enrollments/enrollment-queries.ts";
import { requireLockedEnrollment } from "#domain/learning/enrollments/read-enrollment.ts";
import { type RevokedFor, statusAt } from "#domain/learning/enrollments/enrollment-resource.ts";
import { emit, reactivate, revoke, transitions } from "#domain/learning/enrollments/move-enrollment.ts";
import type { Context } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { endSessions, restoreSessions } from "#domain/sales/consulting-bookings/end-sessions.ts";
import { countSold, deleteGrant, lockGrant, lockProductOf } from "#domain/offers/digital-products/grant-queries.ts";
import { type FulfilledLine, updateLine } from "#domain/sales/orders/change-order.ts";
import { changeSubscription, isCanceling } from "#domain/memberships/subscriptions/change.ts";
import { endSubscription } from "#domain/memberships/subscriptions/end-subscription.ts";
import { notifyMember, subscriptionEvent } from "#domain/memberships/subscriptions/notify.ts";
import { lockSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { endAgreement } from "#domain/sales/billing/end-agreement.ts";
import { lockAgreementOfEnrollment, lockAgreementOfSubscription } from "#domain/sales/billing/queries.ts";
import { findEnrollmentOfLine, lockEnrollmentOfLine } from "./enrollment-of-line.ts";
import { fulfillLine } from "./fulfill-line.ts";
import { asSystem } from "#domain/platform/system-context.ts";

/** Ends the access that a line granted. Access that staff ended earlier is unchanged. */
export function endAccess(context: Context, line: FulfilledLine, cause: RevokedFor): Promise<boolean> {
  const { fulfilledId: id } = line;
  return id === null ? Promise.resolve(false) : attempt(context, (system) => end(system, line, id, cause));
}

/**
 * Ends the access that a line granted with the period that was paid, and whatever is charged for it. Returns false if
 * that is no longer possible.
 */
export function endAccessAt(context: Context, line: FulfilledLine, at: Date): Promise<boolean> {
  const { fulfilledId: id } = line;
  return id === null ? Promise.resolve(false) : attempt(context, (system) => endWithPeriod(system, line, id, at));
}

/** Restores the access that a dispute ended. Returns false if it can no longer be restored. */
export const restoreAccess = (context: Context, memberId: string, line: FulfilledLine): Promise<boolean> =>
  attempt(context, async (system) => {
    if (line.productType === "course_plan" && line.fulfilledId !== null) {
      await restoreCourse(system, line, line.fulfilledId);
      return;
    }
    if (line.productType === "consulting_service" && line.fulfilledId !== null) {
      await restoreSessions(system, line.fulfilledId);
      return;
    }
    const until = await paidUntil(system, line);
    const fulfilledId = await fulfillLine(system, { memberId, line, until });
    await updateLine(system, line.id, { fulfilledId, fulfilledAt: system.now });
  });

async function end(context: Context, line: FulfilledLine, id: string, cause: RevokedFor): Promise<void> {
  switch (line.productType) {
    case "course_plan":
      await endCourse(context, line, id, cause);
      return;
    case "event_ticket":
      await cancelRegistered(context, id);
      await recordEvent(context, eventAbout("event_registration.canceled", "eventRegistration", id));
      return;
    case "membership_pricing": {
      const subscription = await lockSubscription(context, id);
      const isOver = subscription?.status === "canceled" || subscription?.status === "expired";
      if (subscription && !isOver) await endSubscription(context, subscription, "canceled", context.now);
      return;
    }
    case "consulting_service":
      await endSessions(context, id);
      return;
    default:
      await revokeGrant(context, id);
  }
}

async function endCourse(context: Context, line: FulfilledLine, id: string, cause: RevokedFor): Promise<void> {
  const enrollment = await lockEnrollmentOfLine(context, line);
  if (enrollment?.givenBy !== "line") return;
  const status = statusAt(enrollment, context.now);
  if (transitions[status].includes("revoked")) await revoke(context, id, null, cause);
  await endInstallments(context, id);
}

/** Gives back a course that a dispute ended. One that a refund, staff or its term had ended before stays closed. */
async function restoreCourse(context: Context, line: FulfilledLine, id: string): Promise<void> {
  const enrollment = await findEnrollmentOfLine(context, line);
  if (enrollment?.givenBy === "membership") return;
  if (enrollment?.givenBy === "purchase") {
    throw new Problem("already_exists", "The member has bought the course again.");
  }
  if (!enrollment || enrollment.revokedFor === "dispute") await reactivate(context, id);
}

async function endWithPeriod(context: Context, line: FulfilledLine, id: string, at: Date): Promise<void> {
  if (line.productType === "course_plan") {
    if ((await lockEnrollmentOfLine(context, line))?.givenBy !== "line") return;
    const existing = await requireLockedEnrollment(context, id);
    if (existing.expiresAt === null || existing.expiresAt > at) {
      await updateEnrollment(context, id, { expiresAt: at }, context.now);
      await emit(context, existing, "enrollment.updated");
    }
    await endInstallments(context, id);
  } else if (line.productType === "membership_pricing") {
    await endRenewals(context, id, at);
  }
}

/** Cancels a membership at the end of its period. One that does not renew, or is canceled already, ends by itself. */
async function endRenewals(context: Context, id: string, at: Date): Promise<void> {
  const subscription = await lockSubscription(context, id);
  if (!subscription || isCanceling(subscription) || subscription.endsAt !== null) return;
  const canceling = await changeSubscription(context, subscription, { cancelAt: at, cancelAtPeriodEnd: true });
  await recordEvent(context, subscriptionEvent("cancel_scheduled", canceling));
  await notifyMember(context, "canceled", canceling);
}

/** Charges nothing more for a course that was closed. */
async function endInstallments(context: Context, enrollmentId: string): Promise<void> {
  const agreement = await lockAgreementOfEnrollment(context, enrollmentId);
  if (agreement) await endAgreement(context, agreement);
}

/** Returns the end of the paid period of a membership, which then ends because charges have stopped. */
async function paidUntil(context: Context, { fulfilledId, recurrence }: FulfilledLine): Promise<Date | undefined> {
  if (!recurrence || fulfilledId === null) return undefined;
  return (await lockAgreementOfSubscription(context, fulfilledId))?.periodEnd;
}

async function revokeGrant(context: Context, id: string): Promise<void> {
  await lockProductOf(context, id);
  const grant = await lockGrant(context, id);
  if (!grant) return;
  await deleteGrant(context, id, context.now);
  await countSold(context, grant.productId, -1, context.now);
}

/** Runs work as Lectern itself, with a savepoint. Returns false, without changes, if it throws a problem. */
async function attempt(context: Context, work: (system: Context) => Promise<void>): Promise<boolean> {
  const system = asSystem(context);
  try {
    await context.db.attempt((db) => work({ ...system, db }));
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
