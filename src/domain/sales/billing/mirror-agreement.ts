import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { lockOrder } from "#domain/sales/orders/change-order.ts";
import { mailRenewal } from "#domain/sales/payments/order-mail.ts";
import { changeSubscription } from "#domain/memberships/subscriptions/change.ts";
import { endSubscription } from "#domain/memberships/subscriptions/end-subscription.ts";
import { emit, notifyMember } from "#domain/memberships/subscriptions/notify.ts";
import { lockSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { type Agreement, isOver } from "./agreement.ts";
import type { AgreementReport, AgreementState } from "./agreement-state.ts";
import { cancelRenewal } from "./end-agreement.ts";
import { closeAccess, markPastDue } from "./process-due.ts";
import { findAgreement, findAgreementByReference, lockAgreement, updateAgreement } from "./queries.ts";
import { takePrice } from "./take-price.ts";
import { settleInvoice } from "./settle-invoice.ts";

interface Mirrored {
  result: "applied" | "ignored" | "unknown";
  orderId: string | null;
}

/**
 * Brings an agreement to the state at its provider, which charges by itself. Periods move with paid invoices only.
 * Repeated, concurrent and late reports change nothing the second time. Must run in a transaction.
 */
export async function mirrorAgreement(
  context: Context,
  provider: string,
  { reference, readAt, state, invoice }: AgreementReport,
): Promise<Mirrored> {
  const found = await findAgreementByReference(context, { provider, reference });
  const existing = found && (await lockAgreement(context, found.id));
  if (!existing) return { result: "unknown", orderId: null };
  const isOld = state === undefined || (existing.mirroredAt !== null && readAt < existing.mirroredAt);
  const switched = isOld ? undefined : await takePrice(context, existing, state);
  const orderId = invoice ? await settleInvoice(context, switched ?? existing, invoice) : null;
  const current = (await findAgreement(context, existing.id)) ?? existing;
  const hasChanged = !isOld && (await apply(context, current, state, readAt));
  if (!hasChanged && !switched) return { result: orderId === null ? "ignored" : "applied", orderId };
  const details = { from: existing.status, to: state?.status ?? existing.status };
  await recordAudit(context, "mirrorAgreement", about("billingAgreement", existing.id, details));
  return { result: "applied", orderId };
}

/** Returns false if the state is known already. */
async function apply(context: Context, existing: Agreement, state: AgreementState, readAt: Date): Promise<boolean> {
  if (isOver(existing)) return false;
  if (state.status === "canceled") {
    await end(context, existing, state, readAt);
    return true;
  }
  // Changes that the provider does not know yet win over its state.
  const keeps = existing.unsent;
  const status =
    keeps && (existing.status === "paused") !== (state.status === "paused") ? existing.status : state.status;
  const isCanceling = keeps || existing.payments !== null ? existing.cancelAtPeriodEnd : state.cancelAt !== null;
  const isSame = status === existing.status && isCanceling === existing.cancelAtPeriodEnd;
  const isFirst = existing.mirroredAt === null;
  const period = isFirst && {
    periodStart: state.periodStart,
    periodEnd: state.periodEnd,
    periodAnchor: state.periodEnd,
  };
  const changes = { status, cancelAtPeriodEnd: isCanceling, mirroredAt: readAt, ...period };
  const changed = await updateAgreement(context, existing, changes, context.now);
  if (isSame && !isFirst) return false;
  if (status === "past_due") await markPastDue(context, changed);
  await mirrorSubscription(context, changed, state, keeps);
  return true;
}

async function end(context: Context, existing: Agreement, state: AgreementState, readAt: Date): Promise<void> {
  const at = state.endedAt ?? context.now;
  if (existing.status === "past_due" && existing.renewalOrderId !== null) {
    const order = await lockOrder(context, existing.renewalOrderId);
    if (order) await mailRenewal(context, order, "accessEnded", at);
  }
  await cancelRenewal(context, existing, "expired");
  const over = { status: "canceled" as const, canceledAt: at, renewalOrderId: null, unsent: false, mirroredAt: readAt };
  const ended = await updateAgreement(context, existing, over, context.now);
  const subscription =
    ended.subscriptionId === null ? undefined : await lockSubscription(context, ended.subscriptionId);
  const isOpen = subscription && subscription.status !== "canceled" && subscription.status !== "expired";
  if (isOpen) await endSubscription(context, subscription, "canceled", at < context.now ? at : context.now);
  if (ended.enrollmentId !== null) await closeAccess(context, ended);
}

async function mirrorSubscription(
  context: Context,
  { subscriptionId, status, periodStart, periodEnd, periodAnchor, graceEndsAt }: Agreement,
  { cancelAt, cancelAtPeriodEnd }: AgreementState,
  keeps: boolean,
): Promise<void> {
  const existing = subscriptionId === null ? undefined : await lockSubscription(context, subscriptionId);
  if (!existing || existing.status === "canceled" || existing.status === "expired") return;
  const cancel = keeps ? {} : { cancelAt, cancelAtPeriodEnd: cancelAt !== null && cancelAtPeriodEnd };
  const wasCanceling = existing.cancelAt !== null;
  const period = { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd, periodAnchor, graceEndsAt };
  const isPaused = status === "paused";
  const mirrored = status === "canceled" || status === "completed" ? existing.status : status;
  const pausedAt = isPaused ? (existing.pausedAt ?? context.now) : null;
  const changed = await changeSubscription(context, existing, { ...period, ...cancel, status: mirrored, pausedAt });
  const isCanceling = changed.cancelAt !== null;
  if (isCanceling && !wasCanceling) {
    await emit(context, "cancel_scheduled", changed);
    await notifyMember(context, "canceled", changed);
  }
  if (!isCanceling && wasCanceling) await emit(context, "resumed", changed);
  if (isPaused && existing.status !== "paused") await emit(context, "paused", changed);
}
