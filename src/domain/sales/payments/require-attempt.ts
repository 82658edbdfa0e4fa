import { Problem } from "#domain/platform/problem.ts";
import type { CheckoutPayment } from "#domain/sales/orders/change-order.ts";

/** Attempts to pay one order. */
const maxAttempts = 20;

/** Throws `rate_limited` if an order was tried to be paid too often. */
export function requireAttempt(payments: readonly CheckoutPayment[]): void {
  if (payments.length < maxAttempts) return;
  throw new Problem("rate_limited", "This order was tried to be paid too often. Ask the school for help.", {
    retryAfterSeconds: 3600,
  });
}
