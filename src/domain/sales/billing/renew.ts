import { statusAt } from "#domain/learning/enrollments/enrollment.ts";
import { findEnrollment } from "#domain/learning/enrollments/queries.ts";
import { reactivate } from "#domain/learning/enrollments/move-enrollment.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { FulfilledLine, PayableOrder } from "#domain/sales/orders/change-order.ts";
import { changeSubscription } from "#domain/memberships/subscriptions/change.ts";
import { emit, notifyMember } from "#domain/memberships/subscriptions/notify.ts";
import { lockSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { type Agreement, isOver } from "./agreement.ts";
import { findAgreement, lockAgreementAlone, updateAgreement, queueChanges } from "./queries.ts";
import { graceOf } from "./start-agreement.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import { billsItself } from "#domain/site/selling/payment-provider.ts";

/**
 * Gives the period that a renewal has paid, in the transaction of the payment. Returns the ID of the subscription or
 * enrollment. Undefined: the membership has ended meanwhile, so that the payment starts a new one. Throws a problem,
 * so that the payment is refunded, if the period is paid already, begins after the end at the provider, or the member
 * was removed or erased.
 */
export async function renew(context: Context, order: PayableOrder, line: FulfilledLine): Promise<string | undefined> {
  if (order.agreementId === null || !order.periodStart || !order.periodEnd) return undefined;
  const agreement = await mustExist(lockAgreementAlone(context, order.agreementId));
  const { subscriptionId, enrollmentId, provider } = agreement;
  const wasOver = isOver(agreement);
  if (wasOver && (await hasLeft(context, agreement))) {
    throw new Problem("invalid_state", "The member has left the school.", { allowed: [] });
  }
  if (wasOver && subscriptionId !== null) {
    if (!billsItself(provider)) return undefined;
    if (isAfterEnd(agreement, order.periodStart)) {
      throw new Problem("invalid_state", "The membership ended before this period.", { allowed: [] });
    }
    return subscriptionId;
  }
  // Providers that charge by themselves report payments in any order; our clock orders a period after the other.
  if (!billsItself(provider) && order.periodEnd <= agreement.periodEnd) {
    throw new Problem("already_exists", "This period is already paid.");
  }
  const renewed = await updateAgreement(
    context,
    agreement,
    await changesOf(context, agreement, order, line),
    context.now,
  );
  if (renewed.status === "completed" && renewed.unsent) await queueChanges(context, renewed.id);
  if (subscriptionId !== null) await renewSubscription(context, subscriptionId, renewed, line.productId);
  if (enrollmentId !== null && wasOver) await reopen(context, enrollmentId);
  return subscriptionId ?? enrollmentId ?? undefined;
}

async function hasLeft(context: Context, { memberId }: Agreement): Promise<boolean> {
  const member = await findMember(context, memberId);
  return !member || member.status === "removed";
}

const isAfterEnd = ({ canceledAt }: Agreement, periodStart: Date): boolean =>
  canceledAt !== null && periodStart >= canceledAt;

/**
 * True for a renewal of a membership that has ended at a provider that charges by itself: its period began before the
 * end. Staff decide whether it was used.
 */
export async function isPaidAfterEnd(context: Context, { agreementId, kind }: PayableOrder): Promise<boolean> {
  if (kind !== "renewal" || agreementId === null) return false;
  const agreement = await mustExist(findAgreement(context, agreementId));
  return agreement.status === "canceled" && agreement.subscriptionId !== null && billsItself(agreement.provider);
}

async function changesOf(context: Context, agreement: Agreement, order: PayableOrder, line: FulfilledLine) {
  const { periodStart, periodEnd } = order;
  const { payments, provider, discounted, periodAnchor } = agreement;
  const paymentsMade = agreement.paymentsMade + 1;
  const isComplete = payments !== null && paymentsMade >= payments;
  const status = isComplete ? ("completed" as const) : ("active" as const);
  const isRepriced = line.productId !== agreement.productId;
  const { interval, intervalCount, amount } = line.recurrence ?? agreement;
  // A report that arrives late does not shorten what later payments have paid.
  const isLater = periodStart !== null && periodEnd !== null && periodEnd > agreement.periodEnd;
  const [start, end] = isLater ? [periodStart, periodEnd] : [agreement.periodStart, agreement.periodEnd];
  return {
    status: agreement.status === "paused" && !isComplete ? ("paused" as const) : status,
    paymentsMade,
    discounted: discounted === null ? null : Math.max(0, discounted - 1),
    periodStart: start,
    periodEnd: end,
    periodAnchor: isRepriced ? start : periodAnchor,
    graceEndsAt: await graceOf(context, end),
    remindedAt: null,
    canceledAt: null,
    renewalOrderId: null,
    ...(isRepriced && {
      productId: line.productId,
      name: line.name,
      interval,
      intervalCount,
      amount,
      discount: 0,
      discounted: 0,
    }),
    ...(isComplete && billsItself(provider) && { unsent: true }),
  };
}

async function renewSubscription(
  context: Context,
  id: string,
  { periodStart, periodEnd, periodAnchor, graceEndsAt }: Agreement,
  pricingId: string,
): Promise<void> {
  const existing = await lockSubscription(context, id);
  if (!existing || existing.status === "canceled" || existing.status === "expired") return;
  const wasTrial = existing.status === "trialing";
  const pricing = pricingId === existing.pricingId ? undefined : await findPricing(context, pricingId);
  const renewed = await changeSubscription(context, existing, {
    status: existing.status === "paused" ? "paused" : "active",
    pricingId,
    planId: pricing?.planId ?? existing.planId,
    nextPricingId: existing.nextPricingId === pricingId ? null : existing.nextPricingId,
    currentPeriodStart: periodStart,
    currentPeriodEnd: periodEnd,
    periodAnchor,
    graceEndsAt,
    trialEndNotified: true,
  });
  await emit(context, wasTrial ? "activated" : "renewed", renewed);
  if (renewed.planId !== existing.planId) await notifyMember(context, "switched", renewed);
}

/** Gives back a course that was closed because an installment was not paid. */
async function reopen(context: Context, enrollmentId: string): Promise<void> {
  const enrollment = await findEnrollment(context, enrollmentId);
  const isRevoked = enrollment && statusAt(enrollment, context.now) === "revoked";
  if (isRevoked) await reactivate(asSystem(context), enrollmentId);
}
