import { contentOf } from "#database/content/content-of.ts";
import { rows, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
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
  /** A session of consulting that no other member can book until `heldUntil`. */
  held?: HeldSession | undefined;
}

/** A session that a checkout holds. The time is bounded even if the payment may take days. */
export interface HeldSession {
  lecturerId: string;
  startsAt: Date;
  endsAt: Date;
  heldUntil: Date;
}

/** Reserves seats and a coupon for a checkout. The caller must lock the limited row, and check that a seat is free. */
export async function reserve({ db, site }: Context, { held, ...reservation }: Reservation): Promise<void> {
  const row = { siteId: contentOf(site.id), id: newId(), ...reservation, ...held };
  await db.run`insert into checkout_reservations ${rows(row)}`;
}

/** Returns the session that a checkout has held, with its service. It may be past its time. */
export async function findHeldSession(
  { db, site }: SiteScope,
  orderId: string,
): Promise<(HeldSession & { serviceId: string }) | undefined> {
  return db.first<HeldSession & { serviceId: string }>`
    select product_id as service_id, lecturer_id, starts_at, ends_at, held_until from checkout_reservations
     where site_id = ${site.id} and order_id = ${orderId} and lecturer_id is not null limit 1`;
}

/** Ends the reservations of a checkout, and returns their containers. */
export const releaseReservations = async ({ db, site }: SiteScope, orderId: string): Promise<string[]> =>
  (
    await db.write.many<{ containerId: string | null }>`
      delete from checkout_reservations
       where site_id = ${contentOf(site.id)} and order_id = ${orderId} returning container_id`
  ).flatMap(({ containerId }) => containerId ?? []);

/** Moves the end of the reservations of an order. */
export async function prolongReservations({ db, site }: Context, orderId: string, expiresAt: Date): Promise<void> {
  await db.run`
    update checkout_reservations set expires_at = ${expiresAt} where site_id = ${contentOf(site.id)} and order_id = ${orderId}`;
}

type Column = "product_id" | "container_id";

/**
 * Returns the number of seats of a product or of its container that are reserved for other members: by checkouts that
 * are not past their deadline, and for people on the waitlist who have to pay. A member with both counts once. The
 * caller must lock the limited row: the ticket's event, the plan of a course or of memberships.
 */
export async function countReserved(
  context: Reader,
  column: Column,
  { id, memberId }: { id: string; memberId: string | null },
): Promise<number> {
  return (await countReservedOf(context, column, [id], memberId)).get(id) ?? 0;
}

/** Returns these numbers of several products or containers. Those without any are left out. */
export async function countReservedOf(
  { db, site, now }: Reader,
  column: Column,
  ids: readonly string[],
  memberId: string | null = null,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { ofCheckouts, ofOffers } = columns[column];
  const sums = await db.many<{ id: string; sum: number }>`
    select id, sum(quantity)::integer as sum
      from (
        select id, max(quantity) as quantity
          from (
            select ${ofCheckouts} as id, member_id, quantity
              from ${table("checkout_reservations").under(site.id, column, ids)}
             where expires_at > ${now} and ${ofOthers(memberId)}
             union all
            select requested_key, member_id, quantity
              from unnest(${[...new Set(ids)]}::uuid[]) as requested_key
             cross join lateral (
               select member_id, quantity from event_registrations
                where event_registrations.site_id = ${site.id} and event_registrations.${ofOffers} = requested_key
                  and event_registrations.status = 'waitlisted' and event_registrations.offered_until > ${now}
               offset 0) as offered
             where ${ofOthers(memberId)}
          ) as reserved
         group by id, member_id
      ) as of_members
     group by id`;
  return new Map(sums.map(({ id, sum }) => [id, sum]));
}

const ofOthers = (memberId: string | null): Sql => sql`(${memberId}::uuid is null or member_id <> ${memberId}::uuid)`;

type Reader = Pick<Context, "db" | "site" | "now">;

const columns: Record<Column, { ofCheckouts: Sql; ofOffers: Sql }> = {
  product_id: { ofCheckouts: sql`product_id`, ofOffers: sql`ticket_id` },
  container_id: { ofCheckouts: sql`container_id`, ofOffers: sql`event_id` },
};

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
