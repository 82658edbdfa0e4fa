import { ecpayProvider } from "./ecpay/ecpay-provider.ts";
import { offlineProvider } from "./offline-provider.ts";
import type { PaymentProvider, ProviderName } from "./provider.ts";
import { stripeProvider } from "./stripe/stripe-provider.ts";
import { testProvider } from "./test-provider.ts";

export const providers: Readonly<Record<ProviderName, PaymentProvider>> = {
  stripe: stripeProvider,
  ecpay: ecpayProvider,
  offline: offlineProvider,
  test: testProvider,
};
