import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findEnrollment } from "#domain/learning/enrollments/enrollment-queries.ts";
import { findAgreementOfEnrollment, findAgreementOfSubscription } from "#domain/sales/billing/queries.ts";
import { isOver } from "#domain/sales/billing/agreement.ts";
import { findGrant } from "#domain/offers/digital-products/grant-queries.ts";
import type { FulfilledLine } from "#domain/sales/orders/change-order.ts";
import { findSelling } from "#domain/site/selling/selling-settings.ts";
import { findRefundPolicy } from "#domain/sales/refund-policies/queries.ts";
import type { RefundAccess } from "#domain/site/selling/refund-access.ts";
import { findSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { findEnrollmentOfLine } from "./enrollment-of-line.ts";
import { findItemOf } from "./item-to-fulfill.ts";

/** Access to the item of a line after a refund. `until`: it ends then. */
export type AccessAfterRefund = { kind: "keep" } | { kind: "end" } | { kind: "until"; at: Date };

/**
 * Returns the policy of a line: that of its product, or else of the school. A deleted product has none of its own.
 */
export async function refundPolicyOf(context: Context, line: FulfilledLine): Promise<RefundAccess> {
  const productId = await productOfLine(context, line);
  const own = productId === null ? undefined : await findRefundPolicy(context, productId);
  return own?.access ?? (await findSelling(context)).refundAccess;
}

/** Returns what a refund with this effect does to the access of a line now. */
export async function accessAfterRefund(
  context: Context,
  line: FulfilledLine,
  access: RefundAccess,
): Promise<AccessAfterRefund> {
  if (line.productType === "course_plan" && (await findEnrollmentOfLine(context, line))?.givenBy !== "line") {
    return { kind: "keep" };
  }
  if (access !== "period_end") return { kind: access };
  const at = await endOfPaidPeriod(context, line);
  return at !== null && at > context.now ? { kind: "until", at } : { kind: "end" };
}

/** The end of the period that was paid. Null: the access has no end, or nothing was given. */
async function endOfPaidPeriod(
  context: Context,
  { productType, fulfilledId: id }: FulfilledLine,
): Promise<Date | null> {
  if (id === null) return null;
  switch (productType) {
    case "course_plan": {
      const agreement = await findAgreementOfEnrollment(context, id);
      const expiresAt = (await findEnrollment(context, id))?.expiresAt ?? null;
      return agreement && !isOver(agreement) ? earlier(agreement.periodEnd, expiresAt) : expiresAt;
    }
    case "membership_pricing": {
      const subscription = await findSubscription(context, id);
      if (!subscription || subscription.status === "canceled" || subscription.status === "expired") return null;
      const agreement = await findAgreementOfSubscription(context, id);
      return subscription.cancelAt ?? subscription.endsAt ?? agreement?.periodEnd ?? subscription.currentPeriodEnd;
    }
    case "digital_product":
      return (await findGrant(context, id))?.expiresAt ?? null;
    // A seat and sessions have no period.
    default:
      return null;
  }
}

const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one);

async function productOfLine(context: Context, line: FulfilledLine): Promise<string | null> {
  try {
    return (await findItemOf(context, line)).product.id;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
