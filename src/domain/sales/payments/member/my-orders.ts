import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { findHeldSession } from "#domain/offers/reservations/reservations.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { cursorPage, decodeCursor } from "#domain/platform/listing/cursor.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import {
  type Buyer,
  type CheckoutPayment,
  type FulfilledLine,
  listCheckoutPayments,
  listFulfilledLines,
  type Seller,
} from "#domain/sales/orders/change-order.ts";
import type { OrderRow } from "#domain/sales/orders/order.ts";
import { formatOrdered } from "#domain/sales/orders/product-id.ts";
import { listLinesOf } from "#domain/sales/orders/queries.ts";
import { checkoutPath } from "#domain/sales/checkout/checkout-address.ts";
import { findItem } from "#domain/sales/checkout/item.ts";
import { orderStatuses } from "#domain/sales/orders/order.ts";
import { findSelling, sellerOf } from "#domain/site/selling/selling-settings.ts";
import { providerNames } from "#domain/site/selling/payment-provider.ts";
import { pathOfItem } from "#domain/sales/products/kinds.ts";

const Amount = z.number().int();

const OwnLine = z.object({
  name: z.string(),
  amount: Amount,
  discountAmount: Amount,
  /** The page of the product. Null if it was deleted. */
  path: z.string().nullable(),
  /** True if it was bought for others. */
  isForOthers: z.boolean(),
});

/** An order as its buyer sees it. Amounts are in the minor unit of the currency. */
export const OwnOrder = z.object({
  id: Id("order"),
  number: z.string(),
  status: z.enum(orderStatuses),
  currency: z.string(),
  subtotal: Amount,
  discountTotal: Amount,
  taxTotal: Amount,
  total: Amount,
  refundedTotal: Amount,
  couponCode: z.string().nullable(),
  receiptNumber: z.string().nullable(),
  placedAt: Instant,
  paidAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  /** Time until which a limited seat is held, if that is before the order expires. */
  heldUntil: Instant.nullable(),
  buyer: z.object({ name: z.string().nullable(), email: z.string() }).nullable(),
  seller: z.object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    taxId: z.string().nullable(),
    taxName: z.string().nullable(),
  }),
  /** In hundredths of a percent, as it was when the order was placed. */
  taxRate: z.number().int(),
  lines: z.array(OwnLine),
  /** Path of the checkout of the same item, for an order that was not paid. Null if it is no longer on sale. */
  orderAgain: z.string().nullable(),
  /** The session that a waiting order of consulting keeps for the buyer, until `heldUntil`. */
  held: z.object({ startsAt: Instant, endsAt: Instant, heldUntil: Instant }).nullable(),
  /** The payment that is expected or was made. */
  payment: z
    .object({
      id: Id("payment"),
      provider: z.string(),
      status: z.string(),
      checkoutUrl: z.string().nullable(),
      instructions: z.record(z.string(), z.string()).nullable(),
    })
    .nullable(),
});
export type OwnOrder = z.output<typeof OwnOrder>;

type Found = Pick<
  OrderRow,
  | "id"
  | "number"
  | "status"
  | "kind"
  | "currency"
  | "subtotal"
  | "discountTotal"
  | "taxTotal"
  | "total"
  | "refundedTotal"
  | "couponCode"
  | "placedAt"
  | "paidAt"
  | "expiresAt"
> & { receiptNumber: string | null; buyer: Buyer | null; seller: Seller | null };

const columns = sql`
  orders.id, orders.number, orders.status, orders.kind, orders.currency, orders.subtotal, orders.discount_total, orders.tax_total,
  orders.total, orders.refunded_total, orders.coupon_code, orders.invoice_number as receipt_number, orders.placed_at, orders.paid_at,
  orders.expires_at, orders.buyer, orders.seller`;

export const findMyOrder = operation({
  name: "findMyOrder",
  summary: "Retrieve the member's order",
  reads: { only: ["session"] },
  input: z.object({ id: Id("order") }),
  output: OwnOrder,
  async run(context, { id }) {
    const { memberId } = requireSession(context);
    const found = await findOrder(context, id);
    if (found?.memberId !== memberId) throw notFound("order", formatId("order", id));
    return complete(context, found);
  },
});

export const findReceiptForStaff = operation({
  name: "findReceiptForStaff",
  summary: "Retrieve the receipt of an order",
  reads: byStaffInPerson,
  input: z.object({ id: Id("order") }),
  output: OwnOrder,
  async run(context, { id }) {
    const found = await findOrder(context, id);
    if (!found) throw notFound("order", formatId("order", id));
    return complete(context, found);
  },
});

type FoundOrder = Found & { memberId: string };

// Without the member as a condition: without statistics the planner would rather read all of their orders.
const findOrder = ({ db, site }: Context, id: string): Promise<FoundOrder | undefined> =>
  db.first<FoundOrder>`
    select ${columns}, orders.member_id from orders where orders.site_id = ${site.id} and orders.id = ${id}`;

async function complete(
  context: Context,
  { memberId: _member, kind, seller, ...order }: FoundOrder,
): Promise<OwnOrder> {
  const [lines, payments, selling] = [
    await listFulfilledLines(context, order.id),
    await listCheckoutPayments(context, order.id),
    await findSelling(context),
  ];
  return {
    ...order,
    seller: seller ?? sellerOf(selling),
    taxRate: Math.max(0, ...lines.map((line) => line.taxRate)),
    lines: await Promise.all(lines.map((line) => lineOf(context, line))),
    held: order.status === "pending" ? ((await findHeldSession(context, order.id)) ?? null) : null,
    orderAgain:
      kind === "checkout" && unpaid.has(order.status) ? await checkoutOf(context, lines, order.couponCode) : null,
    heldUntil: order.status === "pending" ? await findShorterHold(context, order) : null,
    payment: paymentOf(payments),
  };
}

const findShorterHold = async (
  { db, site }: Context,
  { id, expiresAt }: Pick<Found, "id" | "expiresAt">,
): Promise<Date | null> =>
  (
    await db.first<{ expiresAt: Date }>`
      select expires_at from checkout_reservations
       where site_id = ${site.id} and order_id = ${id} and expires_at < ${expiresAt} limit 1`
  )?.expiresAt ?? null;

const unpaid: ReadonlySet<OrderRow["status"]> = new Set(["failed", "expired", "canceled"]);

async function checkoutOf(
  context: Context,
  [line]: readonly FulfilledLine[],
  couponCode: string | null,
): Promise<string | null> {
  const item = line && (await findItem(context, { type: line.productType, id: line.productId }));
  return item ? checkoutPath(formatOrdered(item.type, item.id), couponCode ?? undefined) : null;
}

async function lineOf(context: Context, line: FulfilledLine) {
  const { name, amount, discountAmount } = line;
  return { name, amount, discountAmount, path: await pathOfItem(context, line), isForOthers: line.voucherId !== null };
}

/** The payment that was made, otherwise one that the member can make by its instructions, otherwise the latest. */
function paymentOf(payments: readonly CheckoutPayment[]): OwnOrder["payment"] {
  const payment =
    payments.find(({ status }) => status === "succeeded") ??
    payments.findLast(({ status, instructions }) => status === "pending" && instructions !== null) ??
    payments.at(-1);
  if (!payment || !providerNames.some((name) => name === payment.provider)) return null;
  const { id, provider, status, checkoutUrl, instructions } = payment;
  return { id, provider, status, checkoutUrl, instructions };
}

const list = { kind: "ownOrders" };

export const listMyOrders = operation({
  name: "listMyOrders",
  summary: "List the member's orders",
  description: "Newest first.",
  reads: { only: ["session"] },
  input: z.object({ limit: z.number().int().min(1).max(100), cursor: z.string().max(500).optional() }),
  output: z.object({
    orders: z.array(
      OwnOrder.pick({ id: true, number: true, status: true, currency: true, total: true, placedAt: true }).extend({
        names: z.array(z.string()),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  async run(context, { limit, cursor }) {
    const { db, site } = context;
    const { memberId } = requireSession(context);
    const after = cursor === undefined ? undefined : decodeCursor(cursor, list);
    const beyond = after
      ? sql`(orders.placed_at, orders.id) < (${new Date(after.value)}::timestamptz, ${after.id}::uuid)`
      : sql`true`;
    const found = await db.many<Found>`
      select ${columns} from orders
       where orders.site_id = ${site.id} and orders.member_id = ${memberId} and orders.deleted_at is null and ${beyond}
       order by orders.placed_at desc, orders.id desc limit ${limit + 1}`;
    const { rows: page, nextCursor } = cursorPage(found, limit, list, ({ placedAt, id }) => ({
      value: placedAt.toISOString(),
      id,
    }));
    const lines = await listLinesOf(
      context,
      page.map(({ id }) => id),
    );
    return {
      orders: page.map(({ id, number, status, currency, total, placedAt }) => {
        const names = lines.filter(({ orderId }) => orderId === id).map(({ name }) => name);
        return { id, number, status, currency, total, placedAt, names };
      }),
      nextCursor,
    };
  },
});
