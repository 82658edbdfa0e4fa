import type { SiteScope } from "#domain/platform/context.ts";
import {
  type CheckoutPayment,
  listCheckoutPayments,
  type OrderRefund,
  type PayableOrder,
} from "#domain/sales/orders/change-order.ts";

/**
 * The payment that has paid the order: the one that succeeded when the order was paid, otherwise the first one. Earlier
 * ones were of another amount, later ones are refunded.
 */
export function paymentOfOrder(
  { paidAt }: Pick<PayableOrder, "paidAt">,
  payments: readonly CheckoutPayment[],
): CheckoutPayment | undefined {
  const paid = payments
    .filter((payment) => payment.paidAt !== null)
    .toSorted((a, b) => Number(a.paidAt) - Number(b.paidAt) || (a.id < b.id ? -1 : 1));
  return paid.find((payment) => Number(payment.paidAt) === Number(paidAt)) ?? paid[0];
}

/** False for the refund of a second payment for the same order, which the order's total does not include. */
export async function isOfOrder(
  scope: SiteScope,
  order: Pick<PayableOrder, "id" | "paidAt">,
  { paymentId }: Pick<OrderRefund, "paymentId">,
): Promise<boolean> {
  const first = paymentOfOrder(order, await listCheckoutPayments(scope, order.id));
  return paymentId === null || first === undefined || first.id === paymentId;
}
