import type { Context } from "#domain/platform/context.ts";

/** Dependencies of payments. */
export interface PaymentSystem {
  /** Encrypts the credentials of providers. */
  key: Buffer;
}

export function requirePayments({ payments }: Pick<Context, "payments">): PaymentSystem {
  if (payments) return payments;
  throw new Error("This process has no key for the credentials of payment providers.");
}
