import { contentOf } from "#database/content/content-of.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Counts, Ids } from "./move-rows.ts";

/** A key of a checkout that both members used stays with the surviving one. */
export async function moveOrders({ db, site, now }: Context, { fromId, intoId }: Ids): Promise<Counts> {
  const moved = await db.run`
    update orders
       set member_id = ${intoId}, version = version + 1, updated_at = ${now},
           checkout_key = case when exists (select from orders as own
                                             where own.site_id = ${site.id} and own.member_id = ${intoId}
                                               and own.checkout_key = orders.checkout_key)
                               then null else checkout_key end
     where site_id = ${site.id} and member_id = ${fromId}`;
  return { moved };
}

/** Coupons for the merged member are for the surviving one. A list without doubles never becomes empty. */
export async function moveCoupons({ db, site, now }: Context, { fromId, intoId }: Ids): Promise<void> {
  await db.run`
    update coupons
       set member_ids = array(select distinct id from unnest(array_replace(member_ids, ${fromId}::uuid, ${intoId}::uuid)) as id),
           version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and ${fromId}::uuid = any(member_ids)`;
}

/** Lines that gave what was combined with something of the other member now name that, so that a refund ends it. */
export async function pointLines(
  { db, site }: Context,
  { fromId, intoId }: Ids,
  pairs: readonly (readonly [string, string])[],
): Promise<void> {
  await db.run`
    update voucher_seats set access_id = pairs.own_id
      from unnest(${pairs.map(([own]) => own)}::uuid[], ${pairs.map(([, their]) => their)}::uuid[]) as pairs (own_id, their_id)
     where voucher_seats.site_id = ${site.id} and voucher_seats.member_id in (${fromId}, ${intoId})
       and voucher_seats.access_id = pairs.their_id`;
  await db.run`
    update order_lines set fulfilled_id = pairs.own_id
      from unnest(${pairs.map(([own]) => own)}::uuid[], ${pairs.map(([, their]) => their)}::uuid[]) as pairs (own_id, their_id)
     where order_lines.site_id = ${site.id} and order_lines.fulfilled_id = pairs.their_id
       and order_lines.order_id in (select orders.id from orders
                                     where orders.site_id = ${site.id} and orders.member_id in (${fromId}, ${intoId}))`;
}

/** Keeps the grant of the surviving member if both have a product, with the longer access and all downloads. */
export async function moveProductGrants(context: Context, ids: Ids): Promise<Counts> {
  const { db, site, now } = context;
  const { fromId, intoId } = ids;
  const combined = await db.write.many<{ ownId: string; theirId: string }>`
    with doubles as (
      delete from digital_product_grants as theirs using digital_product_grants as own
       where theirs.site_id = ${site.id} and theirs.member_id = ${fromId} and theirs.deleted_at is null
         and own.site_id = ${site.id} and own.member_id = ${intoId} and own.deleted_at is null
         and own.product_id = theirs.product_id
      returning theirs.site_id, theirs.id as their_id, own.id, theirs.expires_at, theirs.granted_at, theirs.downloads)
    update digital_product_grants
       set expires_at = case when digital_product_grants.expires_at is null or doubles.expires_at is null then null
                             else greatest(digital_product_grants.expires_at, doubles.expires_at) end,
           granted_at = least(digital_product_grants.granted_at, doubles.granted_at),
           downloads = digital_product_grants.downloads + doubles.downloads,
           version = digital_product_grants.version + 1, updated_at = ${now}
      from doubles
     where digital_product_grants.site_id = doubles.site_id and digital_product_grants.id = doubles.id
    returning doubles.id as own_id, doubles.their_id`;
  await pointLines(
    context,
    ids,
    combined.map(({ ownId, theirId }) => [ownId, theirId]),
  );
  const moved = await db.run`
    update digital_product_grants set member_id = ${intoId}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and member_id = ${fromId}`;
  return { moved, combined: combined.length };
}

/**
 * Keeps the registration of the surviving member if both were at an event with one ticket. The other is canceled, so
 * that the person attended once.
 */
export async function moveRegistrations({ db, site, now }: Context, { fromId, intoId }: Ids): Promise<Counts> {
  const combined = await db.run`
    update event_registrations as theirs
       set status = 'canceled', canceled_at = ${now}
     where theirs.site_id = ${contentOf(site.id)} and theirs.member_id = ${fromId} and theirs.status <> 'canceled'
       and exists (select from event_registrations as own
                    where own.site_id = ${site.id} and own.member_id = ${intoId} and own.ticket_id = theirs.ticket_id
                      and own.status <> 'canceled')`;
  const moved = await db.run`
    update event_registrations set member_id = ${intoId}, version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and member_id = ${fromId}`;
  return { moved: moved - combined, combined };
}
