import type { DivergenceKind } from "./compare-payment.ts";

/** A difference between a payment here and at its provider. */
export interface Divergence {
  kind: DivergenceKind;
  provider: string;
  /** The provider's ID of the checkout. */
  reference: string;
  orderId: string | null;
  orderNumber: string | null;
  /** Status here and there. Null: there is none. */
  ours: string | null;
  theirs: string | null;
  /** True if the payment was brought to the provider's state. */
  isRepaired: boolean;
}

export interface Reconciliation {
  compared: number;
  /** Payments that the provider gave no usable answer about. */
  unanswered: number;
  /** True if there are more payments than one run compares. */
  isTruncated: boolean;
  divergences: Divergence[];
}
