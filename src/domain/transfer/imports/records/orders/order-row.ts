import * as z from "zod";
import { Currency, ExternalId, Metadata, Money } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Start } from "#domain/platform/time/instant.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { MetadataChanges } from "#domain/platform/metadata.ts";
import { maxLinesPerOrder, orderStatuses } from "#domain/sales/orders/order.ts";
import { moneyStatuses } from "#domain/sales/orders/payment.ts";
import { paymentProviders } from "#domain/site/selling/payment-provider.ts";
import { orderedTypes } from "#domain/sales/orders/product-id.ts";
import { memberNames } from "#domain/transfer/imports/records/subscriptions/subscription-row.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** Ignored on import. */
const readOnlyFields = { object: z.unknown().optional(), id: z.unknown().optional(), orderId: z.unknown().optional() };
const timestamps = { createdAt: Start.optional(), updatedAt: z.unknown().optional() };
const Text = (maxLength: number) => trimmed().min(1).max(maxLength);

const Line = z.object({
  ...readOnlyFields,
  productType: z.enum(orderedTypes),
  /** The id of a product of the type in `type`. */
  productId: z.string().max(60).nullable().optional(),
  productExternalId: ExternalId.nullable().optional(),
  name: Text(500),
  quantity: z.number().int().min(1).max(1_000_000).optional(),
  unitAmount: Money,
  discountAmount: Money.optional(),
  taxAmount: Money.optional(),
  amount: Money.optional(),
  fulfilledAt: Start.nullable().optional(),
});

const Payment = z.object({
  ...readOnlyFields,
  subscriptionId: z.unknown().optional(),
  externalId: ExternalId.nullable().optional(),
  provider: z.enum(paymentProviders).optional(),
  method: z.enum(["card", "atm", "cvs", "line_pay", "bank_transfer", "other"]).optional(),
  status: z.enum(moneyStatuses).optional(),
  amount: Money,
  fee: Money.nullable().optional(),
  card: z
    .object({
      brand: Text(40),
      last4: z
        .string()
        .regex(/^\d{4}$/, "Expected four digits.")
        .nullable()
        .optional(),
    })
    .nullable()
    .optional(),
  providerReference: Text(200).nullable().optional(),
  failureCode: Text(100).nullable().optional(),
  failureMessage: Text(500).nullable().optional(),
  paidAt: Start.nullable().optional(),
  metadata: Metadata.optional(),
  ...timestamps,
});
export type PaymentIn = z.output<typeof Payment>;

const Refund = z.object({
  ...readOnlyFields,
  paymentId: z.unknown().optional(),
  externalId: ExternalId.nullable().optional(),
  status: z.enum(moneyStatuses).optional(),
  amount: Money,
  reason: Text(500).nullable().optional(),
  metadata: Metadata.optional(),
  ...timestamps,
});
export type RefundIn = z.output<typeof Refund>;

/** An order from another system, with its payments and refunds. Importing it never charges anyone. */
export const OrderRowIn = z.object({
  id: Id("order").optional(),
  externalId: ExternalId.nullable().optional(),
  number: Text(100).optional(),
  ...memberNames,
  /** The API's name for the member's email address. */
  email: EmailAddress.nullable().optional(),
  status: z.enum(orderStatuses).optional(),
  kind: z.enum(["checkout", "renewal", "manual", "external"]).optional(),
  subscriptionId: Id("subscription").nullable().optional(),
  subscriptionExternalId: ExternalId.nullable().optional(),
  currency: Currency.optional(),
  subtotal: Money.optional(),
  discountTotal: Money.optional(),
  taxTotal: Money.optional(),
  total: Money.optional(),
  refundedTotal: Money.optional(),
  coupon: z
    .object({ id: z.unknown().optional(), code: Text(40) })
    .nullable()
    .optional(),
  affiliateCode: Text(200).nullable().optional(),
  invoice: z
    .object({ number: Text(100), url: z.url().max(2000).nullable().optional() })
    .nullable()
    .optional(),
  placedAt: Start.optional(),
  paidAt: Start.nullable().optional(),
  expiresAt: End.nullable().optional(),
  remark: Text(2000).nullable().optional(),
  lineItems: z.array(Line).max(maxLinesPerOrder).optional(),
  payments: z.array(Payment).max(100).optional(),
  refunds: z.array(Refund).max(100).optional(),
  metadata: MetadataChanges.optional(),
});
export type OrderRowIn = z.output<typeof OrderRowIn>;
