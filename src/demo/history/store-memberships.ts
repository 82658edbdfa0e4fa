import { insertSubscriptions } from "#domain/memberships/subscriptions/store-subscriptions.ts";
import type { Context } from "#domain/platform/context.ts";
import { plusDays } from "./calendar.ts";
import type { Membership } from "./history.ts";

/** Days for which access lasts after an unpaid renewal. */
export const graceDays = 7;

export async function storeMemberships(context: Context, memberships: readonly Membership[], reason: string) {
  const { db, site, now } = context;
  const rows = memberships.map(
    ({ id, person, pricing, startsAt, status, periodStart, periodEnd, endsAt, trialEndsAt }) => ({
      id,
      memberId: person.id,
      planId: pricing.planId,
      pricingId: pricing.id,
      nextPricingId: null,
      status,
      startsAt,
      source: "purchase" as const,
      endsAt,
      isLifetime: pricing.interval === null,
      trialEndsAt,
      trialEndNotified: true,
      currentPeriodStart: periodEnd && periodStart,
      currentPeriodEnd: periodEnd,
      periodAnchor: periodEnd && startsAt,
      cancelAtPeriodEnd: false,
      cancelAt: null,
      canceledAt: endsAt && plusDays(endsAt, -9),
      cancelReason: endsAt && reason,
      pausedAt: null,
      pausedUntil: null,
      provider: "test" as const,
      sourceId: null,
      externalId: null,
      metadata: {},
    }),
  );
  await insertSubscriptions(context, rows, now);
  // They began before the demo was created.
  await db.run`
    update subscriptions
       set created_at = starts_at, updated_at = coalesce(canceled_at, current_period_start, starts_at),
           grace_ends_at = case when status = 'past_due'
                                then current_period_end + make_interval(days => ${graceDays}) end
     where site_id = ${site.id}`;
}
