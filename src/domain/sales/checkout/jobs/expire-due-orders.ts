import { sql } from "#database/statements/sql.ts";
import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { listCheckoutPayments, lockOrder } from "#domain/sales/orders/change-order.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { findAccount } from "#domain/sales/payments/account.ts";
import { cancelPending } from "#domain/sales/payments/settlement/cancel-pending.ts";
import type { PaymentSystem } from "#domain/sales/payments/payment-system.ts";
import type { PaymentState } from "#domain/sales/payments/provider.ts";
import { providers } from "#domain/sales/payments/providers.ts";
import { settlePayment } from "#domain/sales/payments/settlement/settle-payment.ts";
import { providerNames } from "#domain/site/selling/payment-provider.ts";

const batch = 500;

/** Queried orders per run, so that a slow provider does not delay the next run for long. */
const maxQueried = 20;

/** Time for which the query of a provider that does not respond is repeated, in milliseconds. */
const maxWait = 86_400_000;

/**
 * Ends checkouts that were not paid in time, at all sites, each in its own transaction. Reservations end by themselves;
 * this changes the state that members and staff see. If the member has got the number of an account or a code, the
 * provider is queried first, because the event of the payment can be lost. A payment that arrives later is honored or
 * refunded. Returns the number of orders.
 */
export async function expireDueOrders(
  db: Database,
  now: Date,
  mail?: Postbox,
  payments?: PaymentSystem,
): Promise<number> {
  const contextOf = async (siteId: string): Promise<RequestContext> => ({
    ...systemContext(db, await readSite(db, siteId), now),
    mail,
    payments,
  });
  let total = 0;
  for (const { siteId, id } of await listDue(db, now, { isQueried: true, limit: maxQueried })) {
    const context = await contextOf(siteId);
    if (await queryPayments(context, id)) total += await expire(context, id);
  }
  for (;;) {
    const due = await listDue(db, now, { isQueried: false, limit: batch });
    for (const { siteId, id } of due) await expire(await contextOf(siteId), id);
    total += due.length;
    if (due.length < batch) return total;
  }
}

const queriedProviders = providerNames.filter((name) => "readState" in providers[name]);

/** `isQueried`: only orders whose provider must be queried, newest first, or only the others. */
const listDue = (
  db: Database,
  now: Date,
  { isQueried, limit }: { isQueried: boolean; limit: number },
): Promise<{ siteId: string; id: string }[]> =>
  db.many<{ siteId: string; id: string }>`
    select site_id, id from orders
     where status = 'pending' and checkout_key is not null and expires_at <= ${now} and deleted_at is null
       and ${isQueried}::boolean = (expires_at > ${new Date(now.getTime() - maxWait)} and exists (
         select from payments
          where payments.site_id = orders.site_id and payments.order_id = orders.id and payments.status = 'pending'
            and payments.instructions is not null and payments.provider = any(${queriedProviders}::text[])))
     order by expires_at ${isQueried ? sql`desc` : sql``} limit ${limit}`;

/** Queries the provider for the payments of an order. Returns false if it does not respond. */
async function queryPayments(context: RequestContext, orderId: string): Promise<boolean> {
  for (const payment of await listCheckoutPayments(context, orderId)) {
    if (payment.status !== "pending" || payment.instructions === null) continue;
    const account = context.payments && (await findAccount(context, payment.provider));
    if (!account) return false;
    let state: PaymentState | undefined;
    try {
      state = await providers[account.provider].readState?.(account, payment);
    } catch {
      return false;
    }
    const found = state;
    if (found) await context.db.transaction((db) => settlePayment({ ...context, db }, payment.id, found));
  }
  return true;
}

async function expire(context: RequestContext, id: string): Promise<number> {
  const { now } = context;
  return context.db.transaction(async (db) => {
    const order = await lockOrder({ ...context, db }, id);
    if (order?.status !== "pending" || order.expiresAt === null || order.expiresAt > now) return 0;
    await cancelPending({ ...context, db }, order, "expired");
    return 1;
  });
}
