import type { Context } from "#domain/platform/context.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

/** Dependencies of payments. */
export interface PaymentSystem {
  /** Encrypts the credentials of providers. */
  key: Buffer;
  /** Addresses of providers' APIs that replace the defaults. */
  addresses?: Partial<Record<ProviderName, string | undefined>>;
}

export function requirePayments({ payments }: Pick<Context, "payments">): PaymentSystem {
  if (payments) return payments;
  throw new Error("This process has no key for the credentials of payment providers.");
}

declare module "#domain/platform/context.ts" {
  interface Services {
    /** Opens the credentials of payment providers. Every surface that handles payments sets it. */
    payments?: PaymentSystem | undefined;
  }
}
