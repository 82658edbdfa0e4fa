import type { Context } from "#domain/platform/context.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { members } from "#domain/people/members/expansions.ts";
import { MembershipPlanSummary, serializeMembershipPlan } from "#domain/offers/membership-plans/membership-plan.ts";
import { listPlansById } from "#domain/offers/membership-plans/queries.ts";
import { MembershipPricing, serializePricing } from "#domain/offers/membership-pricings/membership-pricing.ts";
import { listPricingsById } from "#domain/offers/membership-pricings/queries.ts";

const plans = {
  scope: "membership_plans:read",
  item: MembershipPlanSummary,
  find: async (context: Context, ids: readonly string[]) =>
    (await listPlansById(context, ids)).map((plan) => serializeMembershipPlan(context, plan)),
} as const;

const pricings = {
  scope: "membership_plans:read",
  item: MembershipPricing,
  find: async (context: Context, ids: readonly string[]) =>
    (await listPricingsById(context, ids)).map(serializePricing),
} as const;

export const subscriptionExpansions = {
  plan: named(plans, (subscription: { planId: string }) => subscription.planId),
  pricing: named(pricings, (subscription: { pricingId: string | null }) => subscription.pricingId),
  member: named(members, (subscription: { memberId: string }) => subscription.memberId),
};
