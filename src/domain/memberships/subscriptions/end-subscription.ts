import type { Context } from "#domain/platform/context.ts";
import { changeSubscription } from "./change.ts";
import { notifyMember, emit } from "./notify.ts";
import type { SubscriptionRow } from "./subscription.ts";
import { Problem } from "#domain/platform/problem.ts";
import { lockSubscriptionsOf } from "./queries.ts";

/** Ends a locked subscription and emits the event. `at` is the end time. */
export async function endSubscription(
  context: Context,
  existing: SubscriptionRow,
  status: "canceled" | "expired",
  at: Date,
  reason: string | null = existing.cancelReason,
): Promise<SubscriptionRow> {
  const ended = await changeSubscription(context, existing, {
    status,
    endsAt: at,
    cancelAt: null,
    cancelAtPeriodEnd: false,
    nextPricingId: null,
    pausedUntil: null,
    ...(status === "canceled" && { canceledAt: at, cancelReason: reason }),
  });
  await emit(context, status, ended);
  await notifyMember(context, "ended", ended);
  return ended;
}

/** Ends a member's subscriptions if requested; otherwise throws `active_subscriptions` if there are any. */
export async function endSubscriptions(context: Context, memberId: string, cancels: boolean): Promise<void> {
  const active = await lockSubscriptionsOf(context, memberId, context.now);
  if (active.length > 0 && !cancels) {
    const detail = "The member has active subscriptions. Send cancel_subscriptions=true to cancel them as well.";
    throw new Problem("active_subscriptions", detail);
  }
  for (const subscription of active) await endSubscription(context, subscription, "canceled", context.now);
}
