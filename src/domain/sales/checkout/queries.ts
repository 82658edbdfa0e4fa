import type { SiteScope } from "#domain/platform/context.ts";

/** Finds the order that a form has placed before. */
export const findOrderByKey = (
  { db, site }: SiteScope,
  { memberId, key }: { memberId: string; key: string },
): Promise<{ id: string; paymentId: string | null } | undefined> =>
  db.first<{ id: string; paymentId: string | null }>`
    select orders.id,
           (select payments.id from payments
             where payments.site_id = orders.site_id and payments.order_id = orders.id
             order by payments.created_at, payments.id limit 1) as payment_id
      from orders
     where orders.site_id = ${site.id} and orders.member_id = ${memberId} and orders.checkout_key = ${key}`;

/** Returns the pending orders of a member for a product. Reservations exist only for these. */
export const listOpenCheckouts = (
  { db, site }: SiteScope,
  { memberId, productId }: { memberId: string; productId: string },
): Promise<{ orderId: string }[]> =>
  // Sorts the member's few rows: the index of the order would have to read those of the site in their order.
  db.many<{ orderId: string }>`
    select order_id
      from (select order_id from checkout_reservations
             where site_id = ${site.id} and member_id = ${memberId} and product_id = ${productId}
            offset 0) as open
     order by order_id limit 20`;
