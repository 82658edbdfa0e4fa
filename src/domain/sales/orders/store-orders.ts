import { recordset, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { FulfilledLine } from "./change-order.ts";
import { maxLinesPerOrder, type OrderRecord, type OrderRow } from "./order.ts";
import type { PaymentRow, RefundRow } from "./payment.ts";
import { orderColumns, orderPerson } from "./queries.ts";

/** Imported fields of orders, payments and refunds. */
export type StoredOrder = Omit<OrderRow, "version" | "createdAt" | "updatedAt">;
export type StoredLine = FulfilledLine & { position: number };
export type StoredPayment = Omit<PaymentRow, "version" | "createdAt" | "updatedAt"> & { createdAt: Date };
export type StoredRefund = Omit<RefundRow, "version" | "createdAt" | "updatedAt"> & { createdAt: Date };

/** Returns orders by ID or number and locks them until the transaction ends. */
export const lockOrders = (
  { db, site }: SiteScope,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): Promise<OrderRecord[]> =>
  db.many<OrderRecord>`
    select ${orderColumns}
      from ${table("orders").withIds(site.id, idsAmong(site.id, ids, numbers))} ${orderPerson}
     where ${table("orders").present}
     order by orders.id for no key update of orders`;

const idsAmong = (siteId: string, ids: readonly string[], numbers: readonly string[]): Sql => sql`
  select unnest(${ids}::uuid[])
   union all
  select id from ${table("orders").withTexts(siteId, "number", numbers)}`;

/** Returns the lines of orders with all that replacing them has to keep, in order within each order. */
export const listStoredLinesOf = ({ db, site }: SiteScope, orderIds: readonly string[]): Promise<StoredLine[]> =>
  db.many<StoredLine>`
    select id, order_id, product_type, product_id, name, quantity, unit_amount, discount_amount, tax_amount, amount,
           fulfilled_at, fulfilled_id, refunded_amount, tax_rate, recurrence, voucher_id, position
      from ${table("order_lines").under(site.id, "order_id", orderIds)}
     order by position, id limit ${orderIds.length * maxLinesPerOrder}`;

export async function insertOrders({ db, site }: SiteScope, orders: readonly StoredOrder[], now: Date): Promise<void> {
  if (orders.length === 0) return;
  await db.run`
    insert into orders (site_id, id, number, member_id, status, kind, currency, subtotal, discount_total, tax_total,
                        total, refunded_total, coupon_id, coupon_code, affiliate_code, subscription_id, invoice_number,
                        invoice_url, placed_at, paid_at, expires_at, remark, external_id, metadata, created_at,
                        updated_at)
    select ${site.id}, id, number, member_id, status, kind, currency, subtotal, discount_total, tax_total, total,
           refunded_total, coupon_id, coupon_code, affiliate_code, subscription_id, invoice_number, invoice_url,
           placed_at, paid_at, expires_at, remark, external_id, metadata, ${now}, ${now}
      from jsonb_populate_recordset(null::orders, ${recordset(orders)}::jsonb)`;
}

/** The caller must lock the orders. */
export async function updateOrders({ db, site }: SiteScope, orders: readonly StoredOrder[], now: Date): Promise<void> {
  if (orders.length === 0) return;
  await db.run`
    update orders
       set number = changed.number, member_id = changed.member_id, status = changed.status, kind = changed.kind,
           subtotal = changed.subtotal, discount_total = changed.discount_total, tax_total = changed.tax_total,
           total = changed.total, refunded_total = changed.refunded_total, coupon_id = changed.coupon_id,
           coupon_code = changed.coupon_code, affiliate_code = changed.affiliate_code,
           subscription_id = changed.subscription_id, invoice_number = changed.invoice_number,
           invoice_url = changed.invoice_url, placed_at = changed.placed_at, paid_at = changed.paid_at,
           expires_at = changed.expires_at, remark = changed.remark, external_id = changed.external_id,
           metadata = changed.metadata, version = orders.version + 1, updated_at = ${now}
      ${table("orders").fromRecords(site.id, orders)}`;
}

/** Replaces the lines of orders. */
export async function replaceLines(
  { db, site }: SiteScope,
  orderIds: readonly string[],
  lines: readonly StoredLine[],
): Promise<void> {
  if (orderIds.length === 0) return;
  await db.run`delete from order_lines where site_id = ${site.id} and order_id = any(${orderIds}::uuid[])`;
  await db.run`
    insert into order_lines (site_id, id, order_id, product_type, product_id, name, quantity, unit_amount,
                             discount_amount, tax_amount, amount, fulfilled_at, fulfilled_id, refunded_amount, tax_rate,
                             recurrence, voucher_id, position)
    select ${site.id}, id, order_id, product_type, product_id, name, quantity, unit_amount, discount_amount, tax_amount,
           amount, fulfilled_at, fulfilled_id, refunded_amount, tax_rate, recurrence, voucher_id, position
      from jsonb_populate_recordset(null::order_lines, ${recordset(lines)}::jsonb)`;
}

/** Upserts payments. */
export async function storePayments(
  { db, site }: SiteScope,
  payments: readonly StoredPayment[],
  now: Date,
): Promise<void> {
  if (payments.length === 0) return;
  await db.run`
    insert into payments (site_id, id, order_id, subscription_id, provider, method, status, amount, currency, fee_amount,
                          card_brand, card_last4, provider_reference, failure_code, failure_message, paid_at,
                          external_id, metadata, created_at, updated_at)
    select ${site.id}, id, order_id, subscription_id, provider, method, status, amount, currency, fee_amount, card_brand,
           card_last4, provider_reference, failure_code, failure_message, paid_at, external_id, metadata, created_at, ${now}
      from jsonb_populate_recordset(null::payments, ${recordset(payments)}::jsonb)
    on conflict (site_id, id) do update
       set provider = excluded.provider, method = excluded.method, status = excluded.status, amount = excluded.amount,
           fee_amount = excluded.fee_amount, card_brand = excluded.card_brand, card_last4 = excluded.card_last4,
           provider_reference = excluded.provider_reference, failure_code = excluded.failure_code,
           failure_message = excluded.failure_message, paid_at = excluded.paid_at,
           external_id = excluded.external_id, metadata = excluded.metadata, version = payments.version + 1,
           updated_at = excluded.updated_at`;
}

export async function storeRefunds(
  { db, site }: SiteScope,
  refunds: readonly StoredRefund[],
  now: Date,
): Promise<void> {
  if (refunds.length === 0) return;
  await db.run`
    insert into refunds (site_id, id, order_id, payment_id, status, amount, currency, reason, external_id, metadata,
                         created_at, updated_at)
    select ${site.id}, id, order_id, payment_id, status, amount, currency, reason, external_id, metadata, created_at,
           ${now}
      from jsonb_populate_recordset(null::refunds, ${recordset(refunds)}::jsonb)
    on conflict (site_id, id) do update
       set payment_id = excluded.payment_id, status = excluded.status, amount = excluded.amount,
           reason = excluded.reason, external_id = excluded.external_id, metadata = excluded.metadata,
           version = refunds.version + 1, updated_at = excluded.updated_at`;
}
