import type { ProviderName } from "#domain/sales/payments/provider.ts";

/** True for providers that charge renewals by themselves: their state is mirrored, and our clock does not apply. */
export const billsItself = (provider: ProviderName): boolean => provider === "stripe";
