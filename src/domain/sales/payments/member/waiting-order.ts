import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";

/** Finds an order of the member for one of these prices or products that waits for its payment. */
export const findWaitingOrder = operation({
  name: "findWaitingOrder",
  summary: "Return an unpaid order of the member for an item",
  reads: forAnyone,
  input: z.object({ items: z.array(z.uuid()).max(200) }),
  output: z.object({ id: Id("order").nullable() }),
  async run(context, { items }) {
    const { db, site, now } = context;
    const memberId = memberOf(context.caller);
    if (memberId === null || items.length === 0) return { id: null };
    // Reads the member's few rows: reservations exist only for orders that are not paid.
    const found = await db.first<{ orderId: string }>`
      select order_id
        from (select order_id, product_id, expires_at from checkout_reservations
               where site_id = ${site.id} and member_id = ${memberId}
              offset 0) as open
       where product_id = any(${items}::uuid[]) and expires_at > ${now}
       order by order_id desc limit 1`;
    return { id: found?.orderId ?? null };
  },
});
