import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { endSubscription } from "./end-subscription.ts";
import { lockSubscriptionsOf } from "./queries.ts";

/** Ends a member's subscriptions if requested; otherwise throws `active_subscriptions` if there are any. */
export async function endSubscriptions(context: Context, memberId: string, cancels: boolean): Promise<void> {
  const active = await lockSubscriptionsOf(context, memberId, context.now);
  if (active.length > 0 && !cancels) {
    const detail = "The member has active subscriptions. Send cancel_subscriptions=true to cancel them as well.";
    throw new Problem("active_subscriptions", detail);
  }
  for (const subscription of active) await endSubscription(context, subscription, "canceled", context.now);
}
