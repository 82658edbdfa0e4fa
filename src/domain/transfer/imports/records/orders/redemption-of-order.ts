import type { Redemption, RedemptionMove } from "#domain/offers/coupons/move-redemptions.ts";
import { wasPaid } from "#domain/sales/orders/order.ts";
import type { StoredOrder } from "#domain/sales/orders/store-orders.ts";
import type { OrderMove } from "./emit-order-events.ts";

/**
 * Returns the coupon redemption of a paid order, at its payment date. Refunded and disputed orders count too,
 * otherwise a single-use coupon would work many times. Unpaid orders do not.
 */
function redemptionOf(order: StoredOrder): Redemption | undefined {
  const { id: orderId, status, couponId, memberId, discountTotal: amount, currency, paidAt, placedAt } = order;
  if (couponId === null || !wasPaid(status)) return undefined;
  return { couponId, memberId, orderId, amount, currency, createdAt: paidAt ?? placedAt };
}

export const redemptionMoveOf = ({ before, after }: OrderMove): RedemptionMove => ({
  before: before && redemptionOf(before),
  after: redemptionOf(after),
});
