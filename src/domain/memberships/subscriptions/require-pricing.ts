import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { MembershipPricingRow } from "#domain/offers/membership-pricings/membership-pricing.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import { validationFailed } from "#domain/platform/problem.ts";

/** Throws unless the plan has this price and the price is active. */
export async function requirePricing(
  scope: SiteScope,
  planId: string,
  pricingId: string,
): Promise<MembershipPricingRow> {
  const pricing = await findPricing(scope, pricingId);
  if (pricing?.planId !== planId) {
    const which = formatId("membershipPricing", pricingId);
    throw validationFailed("/pricingId", "not_found", `The plan has no price with the ID ${which}.`);
  }
  if (!pricing.active)
    throw validationFailed("/pricingId", "inactive", "This price is inactive. Choose an active price.");
  return pricing;
}
