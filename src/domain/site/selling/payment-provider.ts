/** Providers that a school can enable. `offline`: a transfer that staff confirms. `test`: simulated, for test sites. */
export const providerNames = ["stripe", "ecpay", "offline", "test"] as const;
export type ProviderName = (typeof providerNames)[number];

/** Sources of payments: payment providers and manual records. */
export const paymentProviders = ["stripe", "ecpay", "newebpay", "offline", "test", "external"] as const;

/** True for providers that charge renewals by themselves: their state is mirrored, and our clock does not apply. */
export const billsItself = (provider: ProviderName): boolean => provider === "stripe";
