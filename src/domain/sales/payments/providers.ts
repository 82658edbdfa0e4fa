import { offlineProvider } from "./offline-provider.ts";
import type { PaymentProvider, ProviderName } from "./provider.ts";
import { testProvider } from "./test-provider.ts";

export const providers: Readonly<Record<ProviderName, PaymentProvider>> = {
  offline: offlineProvider,
  test: testProvider,
};
