import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { CheckoutPayment } from "#domain/sales/orders/change-order.ts";
import type { OrderRow } from "#domain/sales/orders/order.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

/** A payment as it is compared with its provider. */
export interface OurPayment extends Pick<
  CheckoutPayment,
  "id" | "orderId" | "provider" | "status" | "amount" | "currency" | "providerReference" | "createdAt"
> {
  sessionReference: string;
  /** The difference that the list for staff shows. */
  divergence: string | null;
  orderNumber: string | null;
  orderStatus: OrderRow["status"] | null;
  /** The totals of its refunds. */
  refunded: number;
  refundPending: number;
}

const columns = sql`
  payments.id, payments.order_id, payments.provider, payments.status, payments.amount, payments.currency,
  payments.provider_reference, payments.created_at, payments.session_reference, payments.divergence,
  (select orders.number from orders
    where orders.site_id = payments.site_id and orders.id = payments.order_id) as order_number,
  (select orders.status from orders
    where orders.site_id = payments.site_id and orders.id = payments.order_id) as order_status,
  (select coalesce(sum(refunds.amount) filter (where refunds.status = 'succeeded'), 0)::bigint from refunds
    where refunds.site_id = payments.site_id and refunds.order_id = payments.order_id
      and refunds.payment_id = payments.id) as refunded,
  (select coalesce(sum(refunds.amount) filter (where refunds.status = 'pending'), 0)::bigint from refunds
    where refunds.site_id = payments.site_id and refunds.order_id = payments.order_id
      and refunds.payment_id = payments.id) as refund_pending`;

/** Lists the payments of a period that were started at a provider, newest first. */
export const listOurPayments = (
  { db, site }: SiteScope,
  provider: ProviderName,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<OurPayment[]> =>
  db.many<OurPayment>`
    select ${columns} from payments
     where payments.site_id = ${site.id} and payments.provider = ${provider} and payments.deleted_at is null
       and payments.created_at >= ${from} and payments.created_at < ${to} and payments.session_reference is not null
     order by payments.created_at desc, payments.id desc limit ${limit}`;

const isUnpaid = sql`payments.status in ('pending', 'canceled')`;

/**
 * Lists the payments to query one by one: all of the period, and earlier ones that are not paid, because some payment
 * methods take weeks. Unpaid payments come first, then those that were queried the longest time ago.
 * `hasForm`: the provider knows a payment only after its form was shown.
 */
export const listPaymentsToQuery = (
  { db, site }: SiteScope,
  provider: ProviderName,
  { since, from, to, hasForm, limit }: { since: Date; from: Date; to: Date; hasForm: boolean; limit: number },
): Promise<OurPayment[]> =>
  db.many<OurPayment>`
    select ${columns} from payments
     where payments.site_id = ${site.id} and payments.provider = ${provider} and payments.deleted_at is null
       and payments.created_at >= ${since} and payments.created_at < ${to} and payments.session_reference is not null
       and (payments.created_at >= ${from}
            or (${isUnpaid} and (not ${hasForm}::boolean or payments.opened_at is not null)))
     order by ${isUnpaid} desc, payments.compared_at nulls first, payments.created_at, payments.id limit ${limit}`;

/** Records that the provider has responded for payments. */
export const rememberCompared = async ({ db, site }: SiteScope, ids: readonly string[], now: Date): Promise<void> =>
  void (await db.run`
    update payments set compared_at = ${now} where site_id = ${site.id} and id = any(${ids}::uuid[])`);

/** Records a difference, so that its order is marked once. Null: the payment agrees with its provider again. */
export const rememberDivergence = async (
  { db, site }: SiteScope,
  paymentId: string,
  divergence: string | null,
): Promise<void> =>
  void (await db.run`update payments set divergence = ${divergence} where site_id = ${site.id} and id = ${paymentId}`);

/** True if a payment has this ID of its checkout or renewal. */
export const isKnownReference = async (
  { db, site }: SiteScope,
  provider: ProviderName,
  reference: string,
): Promise<boolean> =>
  (await db.first`
    select 1 as found from payments
     where site_id = ${site.id} and provider = ${provider} and session_reference = ${reference}`) !== undefined;
