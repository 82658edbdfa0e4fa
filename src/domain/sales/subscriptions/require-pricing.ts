import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { MembershipPricingRow } from "#domain/sales/membership-pricings/membership-pricing.ts";
import { findPricing } from "#domain/sales/membership-pricings/queries.ts";
import { validationFailed } from "#domain/platform/problem.ts";

/** Fails where the plan has no such price, or none that is offered. */
export async function requirePricing(
  scope: SiteScope,
  planId: string,
  pricingId: string,
): Promise<MembershipPricingRow> {
  const pricing = await findPricing(scope, pricingId);
  if (pricing?.planId !== planId) {
    const which = formatId("membershipPricing", pricingId);
    throw validationFailed("/pricingId", "not_found", `The plan has no price ${which}.`);
  }
  if (!pricing.active) throw validationFailed("/pricingId", "inactive", "This price is not offered any more.");
  return pricing;
}
