import type { Context } from "#domain/platform/context.ts";
import { owned } from "#domain/platform/expansion/expansion.ts";
import { MembershipPricing, serializePricing } from "./membership-pricing.ts";
import { listPricingsOfPlans } from "./queries.ts";

export const itsPricings = owned(
  {
    scope: "membership_plans:read",
    item: MembershipPricing,
    find: async (context: Context, planIds) => (await listPricingsOfPlans(context, planIds)).map(serializePricing),
  },
  ({ planId }) => planId,
);
