import type { Context } from "#domain/platform/context.ts";
import { changeSubscription } from "./change.ts";
import { notifyMember, emit } from "./notify.ts";
import type { SubscriptionRow } from "./subscription.ts";

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
