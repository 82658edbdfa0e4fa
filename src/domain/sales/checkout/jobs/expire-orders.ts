import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import type { PaymentSystem } from "#domain/sales/payments/payment-system.ts";

/** Ends checkouts that were not paid in time, at all sites. Returns the number of orders. */
export async function expireOrders(db: Database, now: Date, mail?: Postbox, payments?: PaymentSystem): Promise<number> {
  const due = await db.first<{ siteId: string; id: string }>`
    select site_id, id from orders
     where status = 'pending' and checkout_key is not null and expires_at <= ${now} and deleted_at is null limit 1`;
  // The clients of all payment providers are loaded only when there is an order to end.
  return due ? (await import("./expire-due-orders.ts")).expireDueOrders(db, now, mail, payments) : 0;
}
