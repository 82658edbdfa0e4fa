import * as z from "zod";
import type { Caller } from "#access/caller.ts";
import { ExternalId, Metadata, Money } from "#domain/platform/fields.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { formatOrdered, orderedTypes, type OrderedType } from "./product-id.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const maxLinesPerOrder = 200;

export const orderStatuses = [
  "pending",
  "paid",
  "partially_refunded",
  "refunded",
  "expired",
  "failed",
  "canceled",
  "disputed",
] as const;

type OrderStatus = (typeof orderStatuses)[number];

/** Returns true if the order was paid, even if it was refunded or disputed later. */
export const wasPaid = (status: OrderStatus): boolean =>
  status === "paid" || status === "partially_refunded" || status === "refunded" || status === "disputed";

const orderKinds = ["checkout", "renewal", "manual", "external"] as const;

const OrderLine = z
  .object({
    id: Id("orderLine"),
    productType: z.enum(orderedTypes),
    productId: z.string().meta({ description: "ID of the ordered product" }),
    /** Name at the time of the order. */
    name: z.string(),
    quantity: z.number().int().min(1),
    unitAmount: Money,
    discountAmount: Money,
    taxAmount: Money,
    amount: Money,
    fulfilledAt: Instant.nullable(),
  })
  .meta({ id: "OrderLine" });

/** A purchase of one or more products. */
export const Order = versionedResource("order", {
  /** Order number for people. */
  number: z.string(),
  status: z.enum(orderStatuses),
  kind: z.enum(orderKinds),
  memberId: Id("member"),
  /** These two fields require `members:read`. */
  email: untrusted(z.string().optional()),
  name: untrusted(z.string().nullable().optional()),
  subscriptionId: Id("subscription").nullable(),
  currency: z.string(),
  subtotal: Money,
  discountTotal: Money,
  taxTotal: Money,
  total: Money,
  refundedTotal: Money,
  coupon: z.object({ id: Id("coupon").nullable(), code: z.string() }).nullable(),
  affiliateCode: untrusted(z.string().nullable()),
  lineItems: z.array(OrderLine),
  invoice: z.object({ number: z.string(), url: z.string().nullable() }).nullable(),
  placedAt: Instant,
  paidAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  remark: untrusted(z.string().nullable()),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});
type Order = z.output<typeof Order>;

type Composed =
  | "object"
  | "subtotal"
  | "discountTotal"
  | "taxTotal"
  | "total"
  | "refundedTotal"
  | "coupon"
  | "lineItems"
  | "invoice";

/** Amounts in the minor unit of the order's currency. */
export interface OrderRow extends Omit<Order, Composed | "email" | "name"> {
  subtotal: number;
  discountTotal: number;
  taxTotal: number;
  total: number;
  refundedTotal: number;
  couponId: string | null;
  couponCode: string | null;
  invoiceNumber: string | null;
  invoiceUrl: string | null;
  version: number;
}

export interface OrderRecord extends OrderRow {
  email: string;
  name: string | null;
}

export interface OrderLineRow {
  id: string;
  orderId: string;
  productType: OrderedType;
  productId: string;
  name: string;
  quantity: number;
  unitAmount: number;
  discountAmount: number;
  taxAmount: number;
  amount: number;
  fulfilledAt: Date | null;
}

/** Serializes an order. Includes name and email address only if the caller may read members. */
export function serializeOrder({ caller }: { caller: Caller }, order: OrderRecord, lines: readonly OrderLineRow[]) {
  const { email, name, couponId, couponCode, invoiceNumber, invoiceUrl, ...rest } = order;
  const { currency } = order;
  const money = (amount: number) => ({ amount, currency });
  return {
    ...rest,
    object: "order" as const,
    ...(holdsScope(caller, "members:read") && { email, name }),
    subtotal: money(order.subtotal),
    discountTotal: money(order.discountTotal),
    taxTotal: money(order.taxTotal),
    total: money(order.total),
    refundedTotal: money(order.refundedTotal),
    coupon: couponCode === null ? null : { id: couponId, code: couponCode },
    invoice: invoiceNumber === null ? null : { number: invoiceNumber, url: invoiceUrl },
    lineItems: lines.map(({ orderId: _order, unitAmount, discountAmount, taxAmount, amount, ...line }) => ({
      ...line,
      productId: formatOrdered(line.productType, line.productId),
      unitAmount: money(unitAmount),
      discountAmount: money(discountAmount),
      taxAmount: money(taxAmount),
      amount: money(amount),
    })),
  };
}
