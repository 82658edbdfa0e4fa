import type { Context } from "#domain/platform/context.ts";
import type { FulfilledLine } from "#domain/sales/orders/change-order.ts";
import { findKind } from "#domain/sales/products/kinds.ts";
import { findRefundPolicy } from "#domain/sales/refund-policies/queries.ts";
import type { RefundAccess } from "#domain/site/selling/refund-access.ts";
import { hasOpenSeats, isVoucherLine } from "#domain/sales/vouchers/end-seats.ts";
import { findSelling } from "#domain/site/selling/selling-settings.ts";

/**
 * Access to the item of a line after a refund. `until`: it ends then. `keptBy`: the name of a membership that gives the
 * same.
 */
export type AccessAfterRefund = { keptBy?: string } & (
  | { kind: "keep" }
  | { kind: "end" }
  | { kind: "until"; at: Date }
);

/**
 * Returns the policy of a line: that of its product, or else of the school. A deleted product has none of its own.
 */
export async function refundPolicyOf(
  context: Context,
  { productType, productId }: FulfilledLine,
): Promise<RefundAccess> {
  const product = await findKind(productType)?.productOf(context, productId);
  const productPolicy = product && (await findRefundPolicy(context, product.id));
  return productPolicy?.access ?? (await findSelling(context)).refundAccess;
}

/** Returns what a refund with this effect does to the access of a line now. */
export async function accessAfterRefund(
  context: Context,
  line: FulfilledLine,
  access: RefundAccess,
): Promise<AccessAfterRefund> {
  // Free seats end with every refund.
  if (isVoucherLine(line))
    return (await hasOpenSeats(context, line)) || access !== "keep" ? { kind: "end" } : { kind: "keep" };
  const kind = findKind(line.productType);
  if (!kind || !(await kind.givesAccess(context, line))) return { kind: "keep" };
  if (access !== "period_end") return { kind: access };
  const at = line.fulfilledId === null ? null : await kind.endOfPaidPeriod(context, line.fulfilledId);
  return at !== null && at > context.now ? { kind: "until", at } : { kind: "end" };
}

/** The same, with the membership that gives the item as well. */
export async function visibleAccessAfterRefund(
  context: Context,
  { memberId, line, access }: { memberId: string; line: FulfilledLine; access: RefundAccess },
): Promise<AccessAfterRefund> {
  const after = await accessAfterRefund(context, line, access);
  const kind = findKind(line.productType);
  if (after.kind === "keep" || !kind?.alsoGivenBy) return after;
  const product = await kind.productOf(context, line.productId);
  const keptBy = product && (await kind.alsoGivenBy(context, product.id, memberId));
  return keptBy === undefined ? after : { ...after, keptBy };
}
