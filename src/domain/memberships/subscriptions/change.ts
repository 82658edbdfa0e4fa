import { lockMember } from "#domain/people/members/queries.ts";
import type { MembershipPricingRow } from "#domain/offers/membership-pricings/membership-pricing.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import { findMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { invalidState, notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { seam } from "#domain/platform/seam.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  findSubscription,
  hasPlan,
  lockSubscription,
  type MovedEnrollment,
  type SubscriptionChanges,
  updateSubscription,
} from "./queries.ts";
import { requirePlan } from "./subscribe.ts";
import { joinEnrollments, leaveEnrollments, moveEnrollments } from "./enrollments-of-subscription.ts";
import type { SubscriptionRow, SubscriptionStatus } from "./subscription.ts";
import type { CourseAccess } from "./benefits.ts";

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
  const leftEnrollments = hasLeft ? await leaveEnrollments(context, changed, context.now) : [];
  if (hasLeft) await joinEnrollments(context, changed, context.now);
  const moved = await moveEnrollments(context, changed, accessEnd(changed, context.now), context.now);
  await subscriptionChanged.call(context, changed, [...leftEnrollments, ...moved]);
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

/**
 * Checks and locks what a change to another price needs, before the subscription itself is locked: the member, so that
 * two subscriptions do not change to the same plan, and the plan, which must have room.
 */
export async function prepareSwitch(context: Context, id: string, pricingId: string): Promise<MembershipPricingRow> {
  const existing = await findSubscription(context, id);
  if (!existing) throw notFound("subscription", formatId("subscription", id));
  const pricing = await findPricing(context, pricingId);
  const which = formatId("membershipPricing", pricingId);
  if (!pricing) throw validationFailed("/pricingId", "not_found", `No membership price has the ID ${which}.`);
  if (pricing.id === existing.pricingId) return pricing;
  if (!pricing.active) {
    throw validationFailed("/pricingId", "inactive", "This price is inactive. Choose an active price.");
  }
  const { memberId, planId } = existing;
  if (pricing.planId === planId) return pricing;
  const plan = await findMembershipPlan(context, { id: pricing.planId });
  if (plan?.planType !== "recurring" || pricing.interval === null) {
    throw validationFailed("/pricingId", "not_applicable", "A subscription can only change to a plan that renews.");
  }
  await lockMember(context, memberId);
  await requirePlan(context, { planId: plan.id, memberId });
  if (await hasPlan(context, { memberId, planId: plan.id, except: id }, context.now)) {
    throw new Problem("already_subscribed", "The member already has this plan. Cancel the other subscription instead.");
  }
  return pricing;
}

/**
 * Returns the changes by which a locked subscription gets another price from its next period on, of its plan or of
 * another one. The current price withdraws such a change. A provider that charges by itself changes it immediately.
 */
export async function switchTo(
  context: Context,
  existing: SubscriptionRow,
  pricing: MembershipPricingRow,
): Promise<Required<Pick<SubscriptionChanges, "nextPricingId">>> {
  if (existing.currentPeriodEnd === null) {
    throw validationFailed(
      "/pricingId",
      "not_applicable",
      "The price can only change for a subscription with billing periods.",
    );
  }
  if (pricing.id === existing.pricingId) return { nextPricingId: null };
  const isOtherPlan = pricing.planId !== existing.planId;
  // In a trial, the other plan would begin with a trial that it does not offer, or that the member has had.
  if (isOtherPlan && existing.status !== "active") throw refuse(existing, "changed to another plan");
  if (existing.provider !== null) await requireSameCurrency(context, existing, pricing);
  return { nextPricingId: pricing.id };
}

/** The terms of payments that were agreed keep their currency. */
async function requireSameCurrency(
  context: Context,
  { pricingId }: SubscriptionRow,
  { priceCurrency, priceAmount }: MembershipPricingRow,
): Promise<void> {
  const current = pricingId === null ? undefined : await findPricing(context, pricingId);
  if (current && current.priceCurrency !== priceCurrency) {
    throw validationFailed("/pricingId", "other_currency", `Choose a price in ${current.priceCurrency}.`);
  }
  if (priceAmount === 0) {
    throw validationFailed("/pricingId", "not_applicable", "A paid subscription cannot change to a free price.");
  }
}
