import { subscriptionEvent, notifyMember } from "#domain/memberships/subscriptions/notify.ts";
import { changeSubscription, isCanceling } from "#domain/memberships/subscriptions/change.ts";
import { endSubscription } from "#domain/memberships/subscriptions/end-subscription.ts";
import { lockSubscription } from "#domain/memberships/subscriptions/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { invalidState } from "#domain/platform/problem.ts";
import { type Agreement, isOver } from "./agreement.ts";
import { endAgreement } from "./end-agreement.ts";
import { closeAccess } from "./process-due.ts";

/**
 * Cancels a locked agreement. A subscription that is overdue ends immediately: nothing is left of its period. Throws
 * `invalid_state` if it has ended, or if installments are canceled for a later time.
 */
export async function cancelLocked(
  context: Context,
  agreement: Agreement,
  mode: "now" | "at_period_end",
): Promise<void> {
  if (isOver(agreement)) throw invalidState("recurring payment", agreement.status, "canceled", []);
  const { subscriptionId, status, periodEnd } = agreement;
  const subscription = subscriptionId === null ? undefined : await lockSubscription(context, subscriptionId);
  if (!subscription) {
    await closeAccess(context, await endAgreement(context, agreement));
    return;
  }
  if (mode === "now" || status === "past_due" || periodEnd <= context.now) {
    await endSubscription(context, subscription, "canceled", context.now);
    return;
  }
  if (isCanceling(subscription)) return;
  const changes = { cancelAt: periodEnd, cancelAtPeriodEnd: true };
  const canceling = await changeSubscription(context, subscription, changes);
  await recordEvent(context, subscriptionEvent("cancel_scheduled", canceling));
  await notifyMember(context, "canceled", canceling);
}

/** Withdraws a scheduled cancellation of a locked agreement. */
export async function resumeLocked(context: Context, { subscriptionId, status }: Agreement): Promise<void> {
  const subscription = subscriptionId === null ? undefined : await lockSubscription(context, subscriptionId);
  if (!subscription || !isCanceling(subscription)) throw invalidState("recurring payment", status, "resumed", []);
  const changes = { cancelAt: null, cancelAtPeriodEnd: false, cancelReason: null };
  const resumed = await changeSubscription(context, subscription, changes);
  await recordEvent(context, subscriptionEvent("resumed", resumed));
  await notifyMember(context, "resumed", resumed);
}
