import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { seam } from "#domain/platform/seam.ts";
import { requireVersion } from "#domain/platform/version.ts";
import type { CourseAccess } from "./access.ts";
import { lockSubscription, type MovedEnrollment, type SubscriptionChanges, updateSubscription } from "./queries.ts";
import { joinEnrollments, leaveEnrollments, moveEnrollments } from "./enrollments-of-subscription.ts";
import type { SubscriptionRow, SubscriptionStatus } from "./subscription.ts";

/** Transitions on request. Time causes the others: incomplete → trialing → active → expired. */
const transitions: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  incomplete: ["canceled"],
  trialing: ["canceled"],
  active: ["paused", "canceled"],
  past_due: ["active", "canceled"],
  paused: ["active", "canceled"],
  canceled: [],
  expired: [],
};

/** A scheduled cancellation can be withdrawn or take effect immediately. */
const fromCanceling: readonly SubscriptionStatus[] = ["active", "canceled"];

export const isCanceling = ({ cancelAt, status }: SubscriptionRow): boolean =>
  cancelAt !== null && status !== "canceled" && status !== "expired";

export const allowedFrom = (subscription: SubscriptionRow): readonly SubscriptionStatus[] =>
  isCanceling(subscription) ? fromCanceling : transitions[subscription.status];

/** Builds the problem for a rejected transition. `to` is the target state or a participle. */
export const refuse = (subscription: SubscriptionRow, to: string) =>
  invalidState(
    "subscription",
    isCanceling(subscription) ? "canceling" : subscription.status,
    to,
    allowedFrom(subscription),
  );

/** Returns the subscription, locked. Throws unless If-Match matches its version. */
export async function requireLockedSubscription(context: Context, id: string): Promise<SubscriptionRow> {
  const existing = await lockSubscription(context, id);
  if (!existing) throw notFound("subscription", formatId("subscription", id));
  requireVersion(context, existing);
  return existing;
}

/** Called in the transaction of a change, with the enrollments whose access the subscription gives. */
export const subscriptionChanged = seam<
  [context: Context, changed: SubscriptionRow, moved: readonly MovedEnrollment[]],
  void
>("follows changes of subscriptions");

/** Updates a subscription, the enrollments that it gives access by, also by another plan, and its recurring payment. */
export async function changeSubscription(
  context: Context,
  existing: SubscriptionRow,
  changes: SubscriptionChanges,
): Promise<SubscriptionRow> {
  const changed = await updateSubscription(context, existing, changes, context.now);
  const hasLeft = changed.planId !== existing.planId;
  const left = hasLeft ? await leaveEnrollments(context, changed, context.now) : [];
  if (hasLeft) await joinEnrollments(context, changed, context.now);
  const moved = await moveEnrollments(context, changed, accessEnd(changed, context.now), context.now);
  await subscriptionChanged.call(context, changed, [...left, ...moved]);
  return changed;
}

const open: ReadonlySet<SubscriptionStatus> = new Set(["trialing", "active", "past_due"]);

/**
 * Returns when the benefits end, as far as known. Null: never. For a paused or ended subscription, returns a time in
 * the past or now.
 */
export function accessEnd(subscription: CourseAccess, now: Date): Date | null {
  const { status, trialEndsAt, currentPeriodEnd, endsAt, cancelAt, graceEndsAt } = subscription;
  if (status === "incomplete") return endsAt;
  if (!open.has(status)) return endsAt !== null && endsAt < now ? endsAt : now;
  const period =
    endsAt === null ? (graceEndsAt ?? currentPeriodEnd ?? (status === "trialing" ? trialEndsAt : null)) : null;
  const times = [period, endsAt, cancelAt].filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}
