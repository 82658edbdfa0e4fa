import type { CheckoutPayment } from "#domain/sales/orders/change-order.ts";
import { providerNames } from "./provider.ts";
import { providers } from "./providers.ts";

/** True if staff has to transfer the money of a refund back, because the provider of the payment cannot. */
export function isRefundedByHand(payment: Pick<CheckoutPayment, "provider" | "method">): boolean {
  const name = providerNames.find((other) => other === payment.provider);
  return name !== undefined && (providers[name].refundsByHand?.(payment) ?? false);
}
