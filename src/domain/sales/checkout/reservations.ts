import { rows, type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";

interface Reservation {
  orderId: string;
  memberId: string;
  /** The product of the order line. */
  productId: string;
  /** The event of a ticket, the plan of a membership price. */
  containerId: string | null;
  couponId: string | null;
  quantity: number;
  expiresAt: Date;
}

/** Reserves seats and a coupon for a checkout. The caller must lock what is limited, and check that it is free. */
export async function reserve({ db, site }: Context, reservation: Reservation): Promise<void> {
  await db.run`insert into checkout_reservations ${rows({ siteId: site.id, id: newId(), ...reservation })}`;
}

/** Frees what a checkout has reserved. */
export async function releaseReservations({ db, site }: Pick<Context, "db" | "site">, orderId: string): Promise<void> {
  await db.run`delete from checkout_reservations where site_id = ${site.id} and order_id = ${orderId}`;
}

/** Moves the end of the reservations of an order. */
export async function prolongReservations({ db, site }: Context, orderId: string, expiresAt: Date): Promise<void> {
  await db.run`
    update checkout_reservations set expires_at = ${expiresAt} where site_id = ${site.id} and order_id = ${orderId}`;
}

/** Returns the number of reserved seats of a product or of its container. Expired reservations do not count. */
export const countReserved = (context: Context, column: "product_id" | "container_id", id: string): Promise<number> =>
  sumOf(context, column === "product_id" ? sql`product_id = ${id}` : sql`container_id = ${id}`);

/** Returns how often checkouts have reserved a coupon: in all, and for one member. */
export async function countReservedUses(
  context: Context,
  couponId: string,
  memberId: string,
): Promise<{ total: number; ofMember: number }> {
  const { db, site, now } = context;
  return db.one<{ total: number; ofMember: number }>`
    select count(*) as total, count(*) filter (where member_id = ${memberId}) as of_member from checkout_reservations
     where site_id = ${site.id} and coupon_id = ${couponId} and expires_at > ${now}`;
}

async function sumOf({ db, site, now }: Context, which: Sql): Promise<number> {
  const { sum } = await db.one<{ sum: number }>`
    select coalesce(sum(quantity), 0)::integer as sum from checkout_reservations
     where site_id = ${site.id} and ${which} and expires_at > ${now}`;
  return sum;
}
