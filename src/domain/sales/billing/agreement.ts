import type { ProviderName } from "#domain/sales/payments/provider.ts";
import type { OrderedType } from "#domain/sales/orders/product-id.ts";
import type { Rhythm } from "#domain/memberships/subscriptions/periods.ts";

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
