import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/engagement/mail/postbox.ts";
import { lockOrder } from "#domain/sales/orders/change-order.ts";
import { readSite } from "#domain/site/sites/queries.ts";
import { cancelPending } from "#domain/sales/payments/cancel-pending.ts";
import { systemContext } from "#domain/platform/system-context.ts";

const batch = 500;

/**
 * Ends checkouts that were not paid in time, at all sites, each in its own transaction. Reservations end by themselves;
 * this changes the state that members and staff see. A payment that arrives later is honored or refunded. Returns the
 * number of orders.
 */
export async function expireOrders(db: Database, now: Date, mail?: Postbox): Promise<number> {
  for (let total = 0; ;) {
    const due = await db.many<{ siteId: string; id: string }>`
      select site_id, id from orders
       where status = 'pending' and checkout_key is not null and expires_at <= ${now} and deleted_at is null
       order by expires_at limit ${batch}`;
    for (const { siteId, id } of due) {
      const site = await readSite(db, siteId);
      await db.transaction(async (inside) => {
        const context = { ...systemContext(inside, site, now), mail };
        const order = await lockOrder(context, id);
        const isDue = order?.status === "pending" && order.expiresAt !== null && order.expiresAt <= now;
        if (isDue) await cancelPending(context, order, "expired");
      });
    }
    total += due.length;
    if (due.length < batch) return total;
  }
}
