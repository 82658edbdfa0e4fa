import { lockMember } from "#domain/people/members/queries.ts";
import { findMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import type { MembershipPricingRow } from "#domain/offers/membership-pricings/membership-pricing.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { refuse } from "./change.ts";
import { findSubscription, hasPlan, type SubscriptionChanges } from "./queries.ts";
import { requirePlan } from "./subscribe.ts";
import type { SubscriptionRow } from "./subscription.ts";

const switchable: ReadonlySet<SubscriptionRow["status"]> = new Set(["trialing", "active"]);

/**
 * Checks and locks what a change to another price needs, before the subscription itself is locked: the member, so that
 * two subscriptions do not change to the same plan, and the plan, which must have room.
 */
export async function prepareSwitch(context: Context, id: string, pricingId: string): Promise<MembershipPricingRow> {
  const existing = await findSubscription(context, id);
  if (!existing) throw notFound("subscription", formatId("subscription", id));
  const pricing = await findPricing(context, pricingId);
  const which = formatId("membershipPricing", pricingId);
  if (!pricing) throw validationFailed("/pricingId", "not_found", `No membership price has the ID ${which}.`);
  if (pricing.id === existing.pricingId) return pricing;
  if (!pricing.active) {
    throw validationFailed("/pricingId", "inactive", "This price is inactive. Choose an active price.");
  }
  const { memberId, planId } = existing;
  if (pricing.planId === planId) return pricing;
  const plan = await findMembershipPlan(context, { id: pricing.planId });
  if (plan?.planType !== "recurring" || pricing.interval === null) {
    throw validationFailed("/pricingId", "not_applicable", "A subscription can only change to a plan that renews.");
  }
  await lockMember(context, memberId);
  await requirePlan(context, { planId: plan.id, memberId });
  if (await hasPlan(context, { memberId, planId: plan.id, except: id }, context.now)) {
    throw new Problem("already_subscribed", "The member already has this plan. Cancel the other subscription instead.");
  }
  return pricing;
}

/**
 * Returns the changes by which a locked subscription gets another price from its next period on, of its plan or of
 * another one. The current price withdraws such a change. A provider that charges by itself changes it at once.
 */
export async function switchTo(
  context: Context,
  existing: SubscriptionRow,
  pricing: MembershipPricingRow,
): Promise<Required<Pick<SubscriptionChanges, "nextPricingId">>> {
  if (existing.currentPeriodEnd === null) {
    throw validationFailed(
      "/pricingId",
      "not_applicable",
      "The price can only change for a subscription with billing periods.",
    );
  }
  if (pricing.id === existing.pricingId) return { nextPricingId: null };
  const isOtherPlan = pricing.planId !== existing.planId;
  if (isOtherPlan && !switchable.has(existing.status)) throw refuse(existing, "changed to another plan");
  if (existing.provider !== null) await requireSameCurrency(context, existing, pricing);
  return { nextPricingId: pricing.id };
}

/** The terms of payments that were agreed keep their currency. */
async function requireSameCurrency(
  context: Context,
  { pricingId }: SubscriptionRow,
  { priceCurrency, priceAmount }: MembershipPricingRow,
): Promise<void> {
  const current = pricingId === null ? undefined : await findPricing(context, pricingId);
  if (current && current.priceCurrency !== priceCurrency) {
    throw validationFailed("/pricingId", "other_currency", `Choose a price in ${current.priceCurrency}.`);
  }
  if (priceAmount === 0) {
    throw validationFailed("/pricingId", "not_applicable", "A paid subscription cannot change to a free price.");
  }
}
