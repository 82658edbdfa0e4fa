import type { OrderedType } from "#domain/sales/orders/product-id.ts";
import type { Rhythm } from "#domain/memberships/subscriptions/periods.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

/** The interval and number of payments of an item. */
export interface Recurring extends Rhythm {
  /** Number of payments in all, for installments. Null: until it is canceled. */
  payments: number | null;
  /** Days before the first payment. */
  trialDays: number;
}

/** Terms of the payments that follow an order, as they were when it was placed. In the currency of the order. */
export interface Recurrence extends Recurring {
  /** Amount of each payment, before its discount. */
  amount: number;
  discount: number;
  /** Number of later payments that are discounted. Null: all. */
  discounted: number | null;
}

/** The amount of the next payment. */
export const nextAmount = ({ amount, discount, discounted }: Pick<Recurrence, "amount" | "discount" | "discounted">) =>
  amount - (discounted === null || discounted > 0 ? discount : 0);

export const agreementStatuses = ["trialing", "active", "past_due", "paused", "canceled", "completed"] as const;
type AgreementStatus = (typeof agreementStatuses)[number];

/** A member's agreement to pay for something again and again: a membership, or a course by installments. */
export interface Agreement extends Rhythm {
  id: string;
  memberId: string;
  productType: OrderedType;
  productId: string;
  name: string;
  subscriptionId: string | null;
  enrollmentId: string | null;
  provider: ProviderName;
  providerReference: string | null;
  providerCustomer: string | null;
  status: AgreementStatus;
  currency: string;
  amount: number;
  discount: number;
  discounted: number | null;
  payments: number | null;
  paymentsMade: number;
  periodStart: Date;
  periodEnd: Date;
  periodAnchor: Date;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  graceEndsAt: Date | null;
  remindedAt: Date | null;
  renewalOrderId: string | null;
  dueAt: Date | null;
  unsent: boolean;
  mirroredAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const isOver = ({ status }: Pick<Agreement, "status">): boolean =>
  status === "canceled" || status === "completed";
