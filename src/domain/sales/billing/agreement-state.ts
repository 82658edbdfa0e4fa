import type { Money } from "#domain/platform/fields.ts";
import type { Rhythm } from "#domain/memberships/subscriptions/periods.ts";

/** The state of a subscription at a provider that charges renewals by itself. */
export interface AgreementState {
  status: "trialing" | "active" | "past_due" | "paused" | "canceled";
  periodStart: Date;
  periodEnd: Date;
  cancelAt: Date | null;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  /** Our ID of the price (`mpr_…`) that a change at the provider has set last. */
  priceId?: string;
}

/** A renewal at the provider. */
export interface InvoiceState {
  id: string;
  isPaid: boolean;
  /** Before discounts, in the minor unit of the currency. */
  subtotal: number;
  total: Money;
  /** The tax that the total includes, in its minor unit, if the provider calculates taxes. */
  tax?: number;
  periodStart: Date;
  periodEnd: Date;
  /** The provider's ID of the payment, for refunds. */
  paymentReference: string | null;
  /** The provider's page where the member pays it. */
  payUrl: string | null;
  /** True if the provider does not try again by itself. */
  isLastAttempt: boolean;
  /** Why the last attempt failed. */
  failure?: { code: string | null; message: string | null };
}

/** A message of a provider about a subscription. */
export interface AgreementReport {
  reference: string;
  /** When the state was read, so that an older one does not replace a newer one. */
  readAt: Date;
  state: AgreementState | undefined;
  invoice?: InvoiceState;
}

/** The state that a subscription at a provider must have. */
export interface RequestedAgreement extends Rhythm {
  isOver: boolean;
  cancelAt: Date | null;
  cancelAtPeriodEnd: boolean;
  isPaused: boolean;
  /** Number of payments in all. Null: until it is canceled. */
  payments: number | null;
  /** Another price, from now on. Null: the price stays. */
  price: RequestedPrice | null;
}

/** A price that replaces the one of a subscription. The provider charges or credits the rest of the period. */
export interface RequestedPrice extends Rhythm {
  /** Our ID of the price (`mpr_…`). */
  id: string;
  amount: Money;
  name: string;
  /** The same for repetitions of the request. */
  key: string;
}
