import * as z from "zod";
import { ExternalId, Metadata, Money } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { paymentProviders } from "#domain/site/selling/payment-provider.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const moneyStatuses = ["pending", "succeeded", "failed", "canceled"] as const;

/** An attempt to pay an order. */
export const Payment = versionedResource("payment", {
  orderId: Id("order"),
  subscriptionId: Id("subscription").nullable(),
  provider: z.enum(paymentProviders),
  method: z.enum(["card", "atm", "cvs", "line_pay", "bank_transfer", "other"]),
  status: z.enum(moneyStatuses),
  amount: Money,
  /** The provider's fee. */
  fee: Money.nullable(),
  card: z.object({ brand: z.string(), last4: z.string().nullable() }).nullable(),
  /** The provider's ID of the payment. */
  providerReference: z.string().nullable(),
  failureCode: z.string().nullable().meta({
    description:
      "Why the last attempt failed, as a code of the provider. From Stripe the `decline_code`, such as `insufficient_funds`, or the `code` if no bank declined it. Null if nothing failed, or the provider does not say why.",
  }),
  failureMessage: untrusted(z.string().nullable()).meta({
    description: "The provider's sentence about the failure, in its language.",
  }),
  paidAt: Instant.nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export interface PaymentRow extends Omit<z.output<typeof Payment>, "object" | "amount" | "fee" | "card"> {
  amount: number;
  currency: string;
  feeAmount: number | null;
  cardBrand: string | null;
  cardLast4: string | null;
  version: number;
}

export const serializePayment = ({ amount, currency, feeAmount, cardBrand, cardLast4, ...payment }: PaymentRow) => ({
  ...payment,
  object: "payment" as const,
  amount: { amount, currency },
  fee: feeAmount === null ? null : { amount: feeAmount, currency },
  card: cardBrand === null ? null : { brand: cardBrand, last4: cardLast4 },
});

/** A full or partial refund of an order. */
export const Refund = versionedResource("refund", {
  orderId: Id("order"),
  paymentId: Id("payment").nullable(),
  status: z.enum(moneyStatuses),
  amount: Money,
  reason: untrusted(z.string().nullable()),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export interface RefundRow extends Omit<z.output<typeof Refund>, "object" | "amount"> {
  amount: number;
  currency: string;
  version: number;
}

export const serializeRefund = ({ amount, currency, ...refund }: RefundRow) => ({
  ...refund,
  object: "refund" as const,
  amount: { amount, currency },
});
