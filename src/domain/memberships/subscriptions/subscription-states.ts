import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Start } from "#domain/platform/time/instant.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, validationFailed } from "#domain/platform/problem.ts";
import { allowedFrom, changeSubscription, requireLockedSubscription, isCanceling, refuse } from "./change.ts";
import { endSubscription } from "./end-subscription.ts";
import { unpaused } from "./pause.ts";
import { CancelReason, serializeSubscription, Subscription, type SubscriptionRow } from "./subscription.ts";
import { subscriptionEvent, notifyMember, emit } from "./notify.ts";

const aSubscription = z.object({ id: Id("subscription") });

const cancelModes = ["at_period_end", "now", "at_date"] as const;
type CancelMode = (typeof cancelModes)[number];

export const cancelSubscription = operation({
  name: "cancelSubscription",
  summary: "Cancel a subscription",
  description: "Takes effect immediately, at the end of the period or on a date.",
  writes: "subscriptions:write",
  input: aSubscription.extend({
    mode: z.enum(cancelModes),
    date: End.optional().meta({ description: "For mode `at_date`" }),
    reason: CancelReason.optional(),
  }),
  output: Subscription,
  async run(context, { id, mode, date, reason }) {
    const existing = await requireLockedSubscription(context, id);
    if (!allowedFrom(existing).includes("canceled")) throw refuse(existing, "canceled");
    if ((mode === "at_date") !== (date !== undefined)) {
      throw validationFailed(
        "/date",
        mode === "at_date" ? "required" : "not_applicable",
        "`date` is required for mode at_date and not allowed for other modes.",
      );
    }
    const cancelReason = reason ?? existing.cancelReason;
    if (mode === "now") {
      return serializeSubscription(await endSubscription(context, existing, "canceled", context.now, cancelReason));
    }
    const cancelAt = cancellationTime(context, existing, mode, date);
    const cancelAtPeriodEnd = mode === "at_period_end";
    const canceling = await changeSubscription(context, existing, { cancelAt, cancelAtPeriodEnd, cancelReason });
    await emit(context, "cancel_scheduled", canceling);
    await notifyMember(context, "canceled", canceling);
    return serializeSubscription(canceling);
  },
  audit: ({ mode, reason }, { id }) => about("subscription", id, { mode, reason: reason ?? null }),
});

const schedulable: ReadonlySet<SubscriptionRow["status"]> = new Set(["trialing", "active", "past_due"]);

/** Returns the time of a scheduled cancellation. Rejects subscriptions that already have one. */
function cancellationTime({ now }: Context, existing: SubscriptionRow, mode: CancelMode, date: Date | undefined): Date {
  const { status, currentPeriodEnd, endsAt } = existing;
  const formatted = mode === "at_date" ? "canceled on a date" : "canceled at the end of a period";
  if (isCanceling(existing) || !schedulable.has(status)) throw refuse(existing, formatted);
  if (date !== undefined) {
    if (date <= now) throw validationFailed("/date", "too_small", "Expected a time in the future.");
    if (endsAt !== null && date > endsAt)
      throw validationFailed("/date", "too_big", "The subscription ends before this date. Choose an earlier date.");
    return date;
  }
  const [period, end] = [currentPeriodEnd ?? endsAt, endsAt ?? currentPeriodEnd];
  if (existing.isLifetime || period === null || end === null) {
    throw invalidState("subscription", "for life", formatted, allowedFrom(existing));
  }
  return period < end ? period : end;
}

export const resumeSubscription = operation({
  name: "resumeSubscription",
  summary: "Resume a subscription",
  description: "Withdraws a scheduled cancellation or resumes a paused subscription.",
  writes: "subscriptions:write",
  input: aSubscription,
  output: Subscription,
  async run(context, { id }) {
    const existing = await requireLockedSubscription(context, id);
    if (!isCanceling(existing) && existing.status !== "paused") throw refuse(existing, "resumed");
    const hasNotEnded = { cancelAt: null, cancelAtPeriodEnd: false, cancelReason: null };
    const changes = isCanceling(existing) ? hasNotEnded : await unpaused(context, existing);
    const resumed = await changeSubscription(context, existing, changes);
    await notifyMember(context, "resumed", resumed);
    return serializeSubscription(resumed);
  },
  event: (_input, subscription) => subscriptionEvent("resumed", subscription),
});

export const pauseSubscription = operation({
  name: "pauseSubscription",
  summary: "Pause a subscription",
  description: "Its benefits are suspended until it is resumed, manually or at a given time.",
  writes: "subscriptions:write",
  input: aSubscription.extend({ resumeAt: Start.optional() }),
  output: Subscription,
  async run(context, { id, resumeAt }) {
    const { now } = context;
    const existing = await requireLockedSubscription(context, id);
    if (!allowedFrom(existing).includes("paused")) throw refuse(existing, "paused");
    if (resumeAt !== undefined && resumeAt <= now) {
      throw validationFailed("/resumeAt", "too_small", "Expected a time in the future.");
    }
    const changes = { status: "paused" as const, pausedAt: now, pausedUntil: resumeAt ?? null };
    const paused = await changeSubscription(context, existing, changes);
    await notifyMember(context, "paused", paused);
    return serializeSubscription(paused);
  },
  event: (_input, subscription) => subscriptionEvent("paused", subscription),
});
