import { ecpayProvider } from "./ecpay/ecpay-provider.ts";
import { type PaymentProvider, transferInstructions } from "./provider.ts";
import { stripeProvider } from "./stripe/stripe-provider.ts";
import { testProvider } from "./test-provider.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

/** Time for which an order waits for a transfer, in milliseconds. */
const transferTime = 14 * 86_400_000;

/** Bank transfer and cash: the school shows instructions, and staff confirms that the money has arrived. */
const offlineProvider: PaymentProvider = {
  startPayment({ settings }, { orderNumber, now }) {
    const instructions = transferInstructions(settings, orderNumber);
    const expiresAt = new Date(now.getTime() + transferTime);
    return Promise.resolve({ checkoutUrl: null, sessionReference: null, instructions, expiresAt });
  },
  refund: () => Promise.resolve({ status: "failed" }),
  refundsByHand: () => true,
};

export const providers: Readonly<Record<ProviderName, PaymentProvider>> = {
  stripe: stripeProvider,
  ecpay: ecpayProvider,
  offline: offlineProvider,
  test: testProvider,
};
