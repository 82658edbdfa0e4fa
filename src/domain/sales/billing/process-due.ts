import { revoke } from "#domain/learning/enrollments/move-enrollment.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findOrder } from "#domain/sales/orders/queries.ts";
import { type DunningMail, mailRenewal } from "#domain/sales/payments/order-mail.ts";
import { changeSubscription } from "#domain/memberships/subscriptions/change.ts";
import { endSubscription } from "#domain/memberships/subscriptions/end-subscription.ts";
import { emit } from "#domain/memberships/subscriptions/notify.ts";
import { lockSubscription } from "#domain/memberships/subscriptions/queries.ts";
import type { Agreement } from "./agreement.ts";
import { leadOf, reminderOf } from "./due.ts";
import { endAgreement } from "./end-agreement.ts";
import { placeRenewal } from "./place-renewal.ts";
import { lockAgreement, updateAgreement } from "./queries.ts";
import { graceOf } from "./start-agreement.ts";
import { asSystem } from "#domain/platform/system-context.ts";

/**
 * Performs all due steps of an agreement that our clock renews: order of the next period, overdue, last reminder, end.
 * Must run in a transaction; idempotent under concurrency.
 */
export async function processAgreement(context: Context, id: string): Promise<boolean> {
  const existing = await lockAgreement(context, id);
  if (!existing || !isDue(existing, context.now)) return false;
  let row = existing;
  while (isDue(row, context.now)) row = await step(context, row);
  const details = { from: existing.status, to: row.status };
  await recordAudit(context, "renewAgreement", about("billingAgreement", id, details));
  return true;
}

const isDue = ({ dueAt }: Agreement, now: Date): boolean => dueAt !== null && dueAt <= now;

/** Each step moves `dueAt` later or clears it, so the loop terminates. */
function step(context: Context, row: Agreement): Promise<Agreement> {
  if (row.status === "past_due") {
    const isLast = row.graceEndsAt === null || row.graceEndsAt <= context.now;
    return isLast ? giveUp(context, row) : remind(context, row);
  }
  return row.renewalOrderId === null ? placeRenewal(context, row) : becomeOverdue(context, row);
}

async function becomeOverdue(context: Context, row: Agreement): Promise<Agreement> {
  const order = row.renewalOrderId === null ? undefined : await findOrder(context, row.renewalOrderId);
  const noticeEnd = (order?.placedAt ?? row.periodEnd).getTime() + leadOf(row);
  // An order that was placed late, because the scheduler did not run, leaves as much time as any other.
  const graceEndsAt = await graceOf(context, new Date(Math.max(row.periodEnd.getTime(), noticeEnd)));
  const changes = { status: "past_due" as const, graceEndsAt, remindedAt: null };
  const overdue = await updateAgreement(context, row, changes, context.now);
  await markPastDue(context, overdue);
  await mailAbout(context, overdue, "paymentOverdue");
  return overdue;
}

/** Brings the subscription of an overdue agreement to the same state. */
export async function markPastDue(context: Context, { subscriptionId, graceEndsAt }: Agreement): Promise<void> {
  const subscription = subscriptionId === null ? undefined : await lockSubscription(context, subscriptionId);
  if (subscription?.status !== "active" && subscription?.status !== "trialing") return;
  const changed = await changeSubscription(context, subscription, { status: "past_due", graceEndsAt });
  await emit(context, "past_due", changed);
}

async function remind(context: Context, row: Agreement): Promise<Agreement> {
  if (reminderOf(row) !== null) await mailAbout(context, row, "lastReminder");
  return updateAgreement(context, row, { remindedAt: context.now }, context.now);
}

async function giveUp(context: Context, row: Agreement): Promise<Agreement> {
  await mailAbout(context, row, "accessEnded");
  const ended = await endAgreement(context, row, { order: "expired" });
  await closeAccess(context, ended);
  return ended;
}

/** Ends what an agreement has kept open. Access that has ended before is left as it is. */
export async function closeAccess(context: Context, { subscriptionId, enrollmentId }: Agreement): Promise<void> {
  const subscription = subscriptionId === null ? undefined : await lockSubscription(context, subscriptionId);
  const isOpen = subscription && subscription.status !== "canceled" && subscription.status !== "expired";
  if (isOpen) await endSubscription(context, subscription, "canceled", context.now);
  if (enrollmentId === null) return;
  const system = asSystem(context);
  try {
    await context.db.attempt((db) => revoke({ ...system, db }, enrollmentId, null));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

async function mailAbout(context: Context, row: Agreement, kind: DunningMail): Promise<void> {
  const order = row.renewalOrderId === null ? undefined : await findOrder(context, row.renewalOrderId);
  if (order) await mailRenewal(context, order, kind, row.graceEndsAt ?? row.periodEnd);
}
