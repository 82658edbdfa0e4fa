import type { Redemption, RedemptionMove } from "#domain/sales/coupons/move-redemptions.ts";
import { wasPaid } from "#domain/sales/orders/order.ts";
import type { StoredOrder } from "#domain/sales/orders/store-orders.ts";
import type { OrderMove } from "./emit-order-events.ts";

/**
 * An order that was paid used its coupon, when it was paid. What was given back, or is disputed, was used all the same:
 * otherwise a coupon for one purchase would be good for many. What was never paid used nothing.
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
