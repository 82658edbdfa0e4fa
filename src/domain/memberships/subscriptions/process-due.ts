import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { changeSubscription } from "./change.ts";
import { endSubscription } from "./end-subscription.ts";
import { unpaused } from "./pause.ts";
import { firstPeriod, periodAt } from "./periods.ts";
import { lockSubscription, rhythmOf, type SubscriptionChanges } from "./queries.ts";
import type { SubscriptionRow } from "./subscription.ts";
import { notifyMember, emit } from "./notify.ts";

/**
 * Performs all due transitions of a subscription: start, end of a trial or period, resumption, end. Must run in a
 * transaction; idempotent under concurrency. After downtime, performs each kind of transition only once.
 */
export async function processIfDue(context: Context, id: string): Promise<boolean> {
  const existing = await lockSubscription(context, id);
  if (!existing || !isDue(existing, context.now)) return false;
  let row = existing;
  while (isDue(row, context.now)) row = await step(context, row);
  await recordAudit(context, "tendSubscription", about("subscription", id, { from: existing.status, to: row.status }));
  return true;
}

const isDue = ({ dueAt }: SubscriptionRow, now: Date): boolean => dueAt !== null && dueAt <= now;

/** Each step moves `dueAt` later or clears it, so the loop terminates. */
async function step(context: Context, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { now } = context;
  const { cancelAt, endsAt } = row;
  const ends = endsAt !== null && endsAt <= now;
  if (cancelAt !== null && cancelAt <= now && (!ends || cancelAt <= endsAt)) {
    return endSubscription(context, row, "canceled", cancelAt);
  }
  if (ends) return endSubscription(context, row, "expired", endsAt);
  switch (row.status) {
    case "incomplete":
      return begin(context, row);
    case "trialing":
      // A trial that is followed by a payment ends with it.
      if (row.provider !== null) return emitTrialEvent(context, row);
      return row.trialEndsAt === null || row.trialEndsAt <= now ? activate(context, row) : emitTrialEvent(context, row);
    case "paused":
      return resume(context, row);
    case "active":
    case "canceled":
    case "expired":
    case "past_due":
      return renew(context, row);
  }
}

async function begin(context: Context, row: SubscriptionRow): Promise<SubscriptionRow> {
  const isTrial = row.trialEndsAt !== null && row.trialEndsAt > context.now;
  const begun = await changeSubscription(context, row, { status: isTrial ? "trialing" : "active" });
  await emit(context, isTrial ? "updated" : "activated", begun);
  await notifyMember(context, "started", begun);
  return begun;
}

async function emitTrialEvent(context: Context, row: SubscriptionRow): Promise<SubscriptionRow> {
  const ending = await changeSubscription(context, row, { trialEndNotified: true });
  await emit(context, "trial_ending", ending);
  await notifyMember(context, "trialEnding", ending);
  return ending;
}

async function activate(context: Context, row: SubscriptionRow): Promise<SubscriptionRow> {
  const active = { status: "active" as const, trialEndNotified: true };
  const isRecurring = row.currentPeriodEnd !== null;
  const changes = isRecurring ? { ...active, ...(await nextPeriod(context, row, row.trialEndsAt)) } : active;
  const activated = await changeSubscription(context, row, changes);
  await emit(context, "activated", activated);
  return activated;
}

async function renew(context: Context, row: SubscriptionRow): Promise<SubscriptionRow> {
  const isRepriced = row.nextPricingId !== null;
  const renewed = await changeSubscription(
    context,
    row,
    await nextPeriod(context, row, isRepriced ? row.currentPeriodEnd : null),
  );
  await emit(context, "renewed", renewed);
  return renewed;
}

async function resume(context: Context, row: SubscriptionRow): Promise<SubscriptionRow> {
  const resumed = await changeSubscription(context, row, await unpaused(context, row));
  await emit(context, "resumed", resumed);
  await notifyMember(context, "resumed", resumed);
  return resumed;
}

/** Returns the current period. With `anchor`, periods are computed from this time on. */
async function nextPeriod(context: Context, row: SubscriptionRow, anchor: Date | null): Promise<SubscriptionChanges> {
  const pricingId = row.nextPricingId ?? row.pricingId;
  const rhythm = await rhythmOf(context, pricingId);
  const { currentPeriodEnd, periodAnchor } = row;
  const last = currentPeriodEnd && { currentPeriodEnd, periodAnchor: periodAnchor ?? currentPeriodEnd };
  const first = anchor === null ? undefined : firstPeriod(anchor, rhythm);
  const isFirst = first !== undefined && first.currentPeriodEnd > context.now;
  const startedPeriod = first ?? last;
  if (!startedPeriod) throw new Error("The subscription has no period.");
  const period = isFirst ? first : periodAt(context.now, startedPeriod, rhythm);
  const next = row.nextPricingId === null ? undefined : await findPricing(context, row.nextPricingId);
  return { ...period, pricingId, nextPricingId: null, planId: next?.planId ?? row.planId };
}
