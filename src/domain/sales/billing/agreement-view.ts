import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { type Agreement, agreementStatuses, isOver, nextAmount } from "./agreement.ts";
import { billsItself, providerNames } from "#domain/site/selling/payment-provider.ts";

/** A recurring payment on a page. Amounts are in the minor unit of the currency. */
export const AgreementView = z.object({
  id: Id("billingAgreement"),
  memberId: Id("member"),
  name: z.string(),
  status: z.enum(agreementStatuses),
  provider: z.enum(providerNames),
  currency: z.string(),
  interval: z.enum(["day", "week", "month", "year"]),
  intervalCount: z.number().int(),
  /** Number of payments in all, for installments. */
  payments: z.number().int().nullable(),
  paymentsMade: z.number().int(),
  periodEnd: Instant,
  graceEndsAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** The next payment. Null: none follows. */
  next: z.object({ amount: z.number().int(), at: Instant }).nullable(),
  /** The order that waits for its payment. */
  orderId: Id("order").nullable(),
  /** True if the member changes the payment method on a page of the provider. */
  hasPortal: z.boolean(),
});
export type AgreementView = z.output<typeof AgreementView>;

export function serializeAgreement(agreement: Agreement): AgreementView {
  const { periodEnd, renewalOrderId, cancelAtPeriodEnd, status, provider, providerCustomer } = agreement;
  const isCharged = !isOver(agreement) && !cancelAtPeriodEnd && status !== "paused";
  return {
    ...agreement,
    next: isCharged ? { amount: nextAmount(agreement), at: periodEnd } : null,
    orderId: renewalOrderId,
    hasPortal: billsItself(provider) && providerCustomer !== null && !isOver(agreement),
  };
}
