import type { Context } from "#domain/platform/context.ts";
import { firstPeriod } from "./periods.ts";
import { rhythmOf, type SubscriptionChanges } from "./queries.ts";
import type { SubscriptionRow } from "./subscription.ts";

/**
 * Returns the changes that resume a paused subscription. A recurring subscription starts a new period; a fixed end
 * stays unchanged.
 */
export async function unpaused(context: Context, existing: SubscriptionRow): Promise<SubscriptionChanges> {
  const { currentPeriodEnd, provider, nextPricingId } = existing;
  const active = { status: "active" as const, pausedAt: null, pausedUntil: null };
  if (currentPeriodEnd === null) return active;
  if (provider !== null) return { ...active, ...(provider === "stripe" ? {} : unusedTime(existing, context.now)) };
  const pricing = nextPricingId === null ? {} : { pricingId: nextPricingId, nextPricingId: null };
  return {
    ...active,
    ...pricing,
    ...firstPeriod(context.now, await rhythmOf(context, nextPricingId ?? existing.pricingId)),
  };
}

/** The rest of a period that was paid before the pause. */
function unusedTime({ currentPeriodEnd, pausedAt, graceEndsAt }: SubscriptionRow, now: Date): SubscriptionChanges {
  if (currentPeriodEnd === null || pausedAt === null || graceEndsAt === null) return {};
  const by = now.getTime() - pausedAt.getTime();
  const end = new Date(currentPeriodEnd.getTime() + by);
  return { currentPeriodEnd: end, periodAnchor: end, graceEndsAt: new Date(graceEndsAt.getTime() + by) };
}
