import type { Context } from "#domain/platform/context.ts";
import { enrollmentEvent } from "#domain/learning/enrollments/enrollment-event.ts";
import { formatId } from "#domain/platform/ids.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import type { CourseAccess } from "./access.ts";
import {
  lockSubscription,
  type MovedEnrollment,
  moveEnrollments,
  type SubscriptionChanges,
  updateSubscription,
} from "./queries.ts";
import type { SubscriptionRow, SubscriptionStatus } from "./subscription.ts";

/** The steps that somebody can ask for; the clock does the others: incomplete → trialing → active → expired. */
const transitions: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  incomplete: ["canceled"],
  trialing: ["canceled"],
  active: ["paused", "canceled"],
  past_due: ["active", "canceled"],
  paused: ["active", "canceled"],
  canceled: [],
  expired: [],
};

/** Whoever has decided to end it ends it now, or takes that back. */
const fromCanceling: readonly SubscriptionStatus[] = ["active", "canceled"];

export const isCanceling = ({ cancelAt, status }: SubscriptionRow): boolean =>
  cancelAt !== null && status !== "canceled" && status !== "expired";

export const allowedFrom = (subscription: SubscriptionRow): readonly SubscriptionStatus[] =>
  isCanceling(subscription) ? fromCanceling : transitions[subscription.status];

/** `to`: what it cannot become, in words. */
export const refuse = (subscription: SubscriptionRow, to: string) =>
  invalidState(
    "subscription",
    isCanceling(subscription) ? "canceling" : subscription.status,
    to,
    allowedFrom(subscription),
  );

/** The subscription, held, in a version that the caller has seen. */
export async function holdSubscription(context: Context, id: string): Promise<SubscriptionRow> {
  const held = await lockSubscription(context, id);
  if (!held) throw notFound("subscription", formatId("subscription", id));
  requireVersion(context, held);
  return held;
}

/** Changes it, and with it the access that came by it. */
export async function changeSubscription(
  context: Context,
  held: SubscriptionRow,
  changes: SubscriptionChanges,
): Promise<SubscriptionRow> {
  const changed = await updateSubscription(context, held, changes, context.now);
  const moved = await moveEnrollments(context, changed, accessEnd(changed, context.now), context.now);
  await recordEvents(
    context,
    moved.map((enrollment) => enrollmentEvent(happeningOf(enrollment), enrollment)),
  );
  return changed;
}

function happeningOf({ isBack, isLonger }: MovedEnrollment) {
  if (isBack) return "enrollment.reactivated";
  return isLonger ? "enrollment.extended" : "enrollment.updated";
}

const open: ReadonlySet<SubscriptionStatus> = new Set(["trialing", "active", "past_due"]);

/** When what the subscription gives ends, as far as is known; null: never. Of what is paused or over it has ended. */
export function accessEnd(subscription: CourseAccess, now: Date): Date | null {
  const { status, trialEndsAt, currentPeriodEnd, endsAt, cancelAt } = subscription;
  if (status === "incomplete") return endsAt;
  if (!open.has(status)) return endsAt !== null && endsAt < now ? endsAt : now;
  const period = endsAt === null ? (currentPeriodEnd ?? (status === "trialing" ? trialEndsAt : null)) : null;
  const moments = [period, endsAt, cancelAt].filter((moment) => moment !== null);
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}
