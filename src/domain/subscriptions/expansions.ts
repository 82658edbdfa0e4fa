import type { Context } from "#domain/context.ts";
import { named } from "#domain/expansion/expansion.ts";
import { members } from "#domain/members/expansions.ts";
import { MembershipPlanSummary, presentMembershipPlan } from "#domain/membership-plans/membership-plan.ts";
import { listPlansById } from "#domain/membership-plans/queries.ts";
import { MembershipPricing, presentPricing } from "#domain/membership-pricings/membership-pricing.ts";
import { listPricingsById } from "#domain/membership-pricings/queries.ts";

const plans = {
  scope: "membership_plans:read",
  item: MembershipPlanSummary,
  find: async (context: Context, ids: readonly string[]) =>
    (await listPlansById(context, ids)).map((plan) => presentMembershipPlan(context, plan)),
} as const;

const pricings = {
  scope: "membership_plans:read",
  item: MembershipPricing,
  find: async (context: Context, ids: readonly string[]) => (await listPricingsById(context, ids)).map(presentPricing),
} as const;

export const subscriptionExpansions = {
  plan: named(plans, (subscription: { planId: string }) => subscription.planId),
  pricing: named(pricings, (subscription: { pricingId: string | null }) => subscription.pricingId),
  member: named(members, (subscription: { memberId: string }) => subscription.memberId),
};
