import type { CheckoutPayment, PayableOrder } from "#domain/sales/orders/change-order.ts";

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
