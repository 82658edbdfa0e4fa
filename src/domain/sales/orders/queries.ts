import { rows, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import type { OrderLineRow, OrderRecord, OrderRow } from "./order.ts";
import type { PaymentRow, RefundRow } from "./payment.ts";
import type { Recurrence } from "#domain/sales/billing/agreement.ts";

export const orderColumns = sql`
  orders.id, orders.number, orders.status, orders.kind, orders.member_id, orders.subscription_id, orders.currency,
  orders.subtotal, orders.discount_total, orders.tax_total, orders.total, orders.refunded_total, orders.coupon_id,
  orders.coupon_code, orders.affiliate_code, orders.invoice_number, orders.invoice_url, orders.placed_at,
  orders.paid_at, orders.expires_at, orders.remark, orders.external_id, orders.metadata, orders.version,
  orders.created_at, orders.updated_at,
  person.email, person.name`;

export const orderPerson = personOf(sql`orders`);

const payments = defineTable<PaymentRow>("payments", {
  without:
    "checkout_url compared_at dispute_lost_at disputed_at divergence expires_at instructions opened_at session_reference",
});
export const { columns: paymentColumns, find: findPayment } = payments;

const refunds = defineTable<RefundRow>("refunds", {
  without: "access counted_amount counted_at line_id provider_reference",
});
export const { columns: refundColumns, find: findRefund } = refunds;

/** Maximum number of payments and refunds in a response. More than any real order has. */
const maxPerOrder = 200;

export const listPaymentsOf = payments.listUnder("order_id", "created_at", maxPerOrder);
export const listRefundsOf = refunds.listUnder("order_id", "created_at", maxPerOrder);

export const findOrder = ({ db, site }: SiteScope, id: string): Promise<OrderRecord | undefined> =>
  db.first<OrderRecord>`
    select ${orderColumns} from orders ${orderPerson}
     where site_id = ${site.id} and id = ${id} and ${table("orders").present}`;

/** Returns the lines of orders, in order within each order. */
export const listLinesOf = ({ db, site }: SiteScope, orderIds: readonly string[]): Promise<OrderLineRow[]> =>
  db.many<OrderLineRow>`
    select id, order_id, product_type, product_id, name, quantity, unit_amount, discount_amount, tax_amount, amount,
           fulfilled_at
      from ${table("order_lines").under(site.id, "order_id", orderIds)}
     order by position, id limit ${orderIds.length * maxPerOrder}`;

/** Returns the order IDs of lines, keyed by line ID. */
export async function orderIdsOf(
  { db, site }: SiteScope,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (lineIds.length === 0) return new Map();
  const lines = await db.many<Pick<OrderLineRow, "id" | "orderId">>`
    select id, order_id from ${table("order_lines").withIds(site.id, lineIds)}`;
  return new Map(lines.map(({ id, orderId }) => [id, orderId]));
}

type NewOrder = Pick<OrderRow, "id" | "number" | "memberId" | "status" | "kind" | "currency" | "placedAt"> &
  Partial<
    OrderRow & {
      checkoutKey: string;
      buyer: object | null;
      seller: object;
      agreementId: string;
      periodStart: Date;
      periodEnd: Date;
    }
  >;
type NewLine = Omit<OrderLineRow, "orderId" | "discountAmount" | "taxAmount" | "fulfilledAt"> &
  Partial<OrderLineRow & { taxRate: number; recurrence: Recurrence | null; voucherId: string | null }>;

/** Inserts an order with its lines, in order. Returns false if the number or external ID is already taken. */
export async function insertOrder(
  { db, site }: SiteScope,
  order: NewOrder,
  lines: readonly NewLine[],
  now: Date,
): Promise<boolean> {
  const row = { siteId: site.id, ...order, createdAt: now, updatedAt: now };
  if ((await db.run`insert into orders ${rows(row)} on conflict do nothing`) === 0) return false;
  for (const [position, line] of lines.entries()) {
    await db.run`insert into order_lines ${rows({ siteId: site.id, orderId: order.id, position, ...line })}`;
  }
  return true;
}

type NewPayment = Pick<PaymentRow, "id" | "orderId" | "provider" | "method" | "status" | "amount" | "currency"> &
  Partial<
    PaymentRow & {
      expiresAt: Date | null;
      instructions: Record<string, string>;
      sessionReference: string;
      checkoutUrl: string | null;
    }
  >;

export async function insertPayment({ db, site }: SiteScope, payment: NewPayment, now: Date): Promise<void> {
  await db.run`insert into payments ${rows({ siteId: site.id, createdAt: now, updatedAt: now, ...payment })}`;
}

type NewRefund = Pick<RefundRow, "id" | "orderId" | "status" | "amount" | "currency"> &
  Partial<RefundRow & { lineId: string | null; access: string | null; providerReference: string | null }>;

export async function insertRefund({ db, site }: SiteScope, refund: NewRefund, now: Date): Promise<void> {
  await db.run`insert into refunds ${rows({ siteId: site.id, createdAt: now, updatedAt: now, ...refund })}`;
}
