import type { Context } from "#domain/platform/context.ts";
import type { SubscriptionRow } from "#domain/memberships/subscriptions/subscription.ts";
import { type Agreement, isOver } from "./agreement.ts";
import { listFulfilledLines } from "#domain/sales/orders/change-order.ts";
import { cancelRenewal, endAgreement } from "./end-agreement.ts";
import { type AgreementChanges, lockAgreementOfSubscription, updateAgreement, queueChanges } from "./queries.ts";
import { billsItself } from "#domain/site/selling/payment-provider.ts";

/** Brings the payments of a subscription in line with it, after staff, the member or a client has changed it. */
export async function followSubscription(context: Context, subscription: SubscriptionRow): Promise<void> {
  if (subscription.provider === null || subscription.source !== "purchase") return;
  const agreement = await lockAgreementOfSubscription(context, subscription.id);
  if (!agreement || isOver(agreement)) return;
  if (subscription.status === "canceled" || subscription.status === "expired") {
    await endAgreement(context, agreement);
    return;
  }
  const changes = changesOf(agreement, subscription);
  const unsent = billsItself(agreement.provider);
  const isSwitching = unsent && subscription.nextPricingId !== null;
  const isOutdated = !unsent && (await isForOtherPrice(context, agreement, subscription));
  if (Object.keys(changes).length === 0 && !isSwitching && !isOutdated) return;
  const isOrdered = agreement.renewalOrderId !== null;
  const isStopped = changes.cancelAtPeriodEnd === true || changes.status === "paused";
  const stops = isStopped || changes.periodEnd !== undefined || isOutdated;
  if (isOrdered && stops) await cancelRenewal(context, agreement);
  const order = isOrdered && stops ? { renewalOrderId: null } : {};
  await updateAgreement(context, agreement, { ...changes, ...order, ...(unsent && { unsent }) }, context.now);
  if (unsent) await queueChanges(context, agreement.id);
}

/**
 * True if the next period is ordered already, at another price than the subscription now has for it. An order that is
 * overdue stays: no other is placed, and the new price is for the period after it.
 */
async function isForOtherPrice(
  context: Context,
  { renewalOrderId, status }: Agreement,
  { pricingId, nextPricingId }: SubscriptionRow,
): Promise<boolean> {
  const expected = nextPricingId ?? pricingId;
  if (status === "past_due" || renewalOrderId === null || expected === null) return false;
  const [line] = await listFulfilledLines(context, renewalOrderId);
  return line !== undefined && line.productId !== expected;
}

function changesOf(agreement: Agreement, subscription: SubscriptionRow): AgreementChanges {
  const { status, currentPeriodStart, currentPeriodEnd, periodAnchor, cancelAt, graceEndsAt } = subscription;
  const isCanceling = cancelAt !== null;
  const isPaused = status === "paused";
  const hasMoved = currentPeriodEnd !== null && currentPeriodEnd.getTime() !== agreement.periodEnd.getTime();
  const isOther = status !== "incomplete" && status !== agreement.status;
  return {
    ...(isCanceling !== agreement.cancelAtPeriodEnd && { cancelAtPeriodEnd: isCanceling }),
    ...((isPaused !== (agreement.status === "paused") || (isOther && hasMoved)) && { status: billedStatus(status) }),
    ...(hasMoved && {
      periodStart: currentPeriodStart ?? agreement.periodStart,
      periodEnd: currentPeriodEnd,
      periodAnchor: periodAnchor ?? currentPeriodEnd,
      graceEndsAt,
      remindedAt: null,
    }),
  };
}

const billedStatus = (status: SubscriptionRow["status"]): Agreement["status"] =>
  status === "trialing" || status === "past_due" || status === "paused" ? status : "active";
