import { sql } from "#database/sql.ts";
import { firstPeriod } from "#domain/memberships/subscriptions/periods.ts";
import { hadPlan } from "#domain/memberships/subscriptions/queries.ts";
import type { MembershipPlanRecord } from "#domain/offers/membership-plans/membership-plan.ts";
import { findMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { nameOfItem } from "./named-rows.ts";
import type { ProductKind } from "./product-kind.ts";

export const membershipPricing: ProductKind = {
  word: "price",
  scope: "subscriptions:write",
  table: sql`membership_pricings`,
  parent: { table: sql`membership_plans`, id: sql`plan_id`, label: sql`label` },
  isSellable: () => sql`
    membership_pricings.active and membership_plans.deleted_at is null and membership_plans.status = 'active'`,
  usedAt: (slug) => `/membership-plans/${slug}`,
  access: { table: sql`subscriptions`, idKind: "subscription", isDeletedAtEnd: false },

  async find(context, id, buyerId) {
    const found = await findWithPlan(context, id);
    if (!found) return undefined;
    const { pricing, plan } = found;
    const { interval, intervalCount } = pricing;
    return {
      product: { type: "membership_plan", id: plan.id },
      name: nameOfItem(plan.name, pricing.label),
      price: { amount: pricing.priceAmount, currency: pricing.priceCurrency },
      recurring: interval && {
        interval,
        intervalCount,
        payments: null,
        trialDays: await trialOf(context, plan, buyerId),
      },
      path: `/membership-plans/${plan.slug}`,
      isOnSale: pricing.active && plan.status === "active" && plan.visible,
      maxQuantity: 1,
    };
  },
  /** Nobody charges the next period, so that a recurring membership ends with the one that was paid. */
  async endOfPayment(context, id, paidAt) {
    const { pricing, plan } = (await findWithPlan(context, id)) ?? {};
    if (plan?.planType !== "recurring" || !pricing?.interval) return undefined;
    const { interval, intervalCount } = pricing;
    return firstPeriod(paidAt, { interval, intervalCount, timeZone: await findTimeZone(context) }).currentPeriodEnd;
  },
};

async function findWithPlan(scope: SiteScope, id: string) {
  const pricing = await findPricing(scope, id);
  const plan = pricing && (await findMembershipPlan(scope, { id: pricing.planId }));
  return plan && { pricing, plan };
}

/** A member gets the trial of a plan once. */
async function trialOf(
  context: Context,
  { id: planId, trialDays }: Pick<MembershipPlanRecord, "id" | "trialDays">,
  memberId: string | null,
): Promise<number> {
  if (trialDays === 0 || memberId === null) return trialDays;
  return (await hadPlan(context, { memberId, planId })) ? 0 : trialDays;
}
