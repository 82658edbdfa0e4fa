import type { CheckoutPayment } from "#domain/sales/orders/change-order.ts";

/** The payment that has paid the order: the first one that succeeded. Later ones are refunded. */
export const paymentOfOrder = (payments: readonly CheckoutPayment[]): CheckoutPayment | undefined =>
  payments
    .filter(({ paidAt }) => paidAt !== null)
    .toSorted((a, b) => Number(a.paidAt) - Number(b.paidAt) || (a.id < b.id ? -1 : 1))[0];
