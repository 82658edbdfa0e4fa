import { contentOf } from "#database/content/content-of.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { isReferred } from "#domain/platform/is-referred.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { findGuestAddress } from "#domain/people/guests/queries.ts";
import { lockMember } from "#domain/people/members/queries.ts";

/**
 * Deletes a guest with their unpaid orders. Returns false for a guest who has paid, waits for a payment or has something:
 * a gift that they redeemed, or a note of staff.
 */
export async function purgeGuest(context: Context, memberId: string): Promise<boolean> {
  const member = await lockMember(context, memberId);
  if (!member || (await findGuestAddress(context, memberId)) === undefined) return false;
  if (await hasSomething(context, memberId)) return false;
  try {
    await context.db.attempt((db) => deleteAll({ ...context, db }, memberId));
  } catch (error) {
    // Rows that this release does not know of, or that name the person for the school, keep them.
    if (isReferred(error)) return false;
    throw error;
  }
  const id = formatId("member", memberId);
  await recordAudit(context, "purgeGuest", about("member", memberId));
  await recordEvent(context, { type: "member.erased", objectId: id, data: { id, object: "member_ref" } });
  return true;
}

async function hasSomething({ db, site }: Context, memberId: string): Promise<boolean> {
  const belongings = await db.first<{ has: boolean }>`
    select exists (select from orders
                    where orders.site_id = ${site.id} and orders.member_id = ${memberId}
                      and (orders.paid_at is not null or orders.status = 'pending'))
        or exists (select from enrollments
                    where enrollments.site_id = ${site.id} and enrollments.student_id = ${memberId})
        or exists (select from subscriptions
                    where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId})
        or exists (select from event_registrations
                    where event_registrations.site_id = ${site.id} and event_registrations.member_id = ${memberId})
        or exists (select from voucher_seats
                    where voucher_seats.site_id = ${site.id} and voucher_seats.member_id = ${memberId}) as has`;
  return belongings?.has ?? false;
}

async function deleteAll({ db, site }: Context, memberId: string): Promise<void> {
  const orders = await db.many<{ id: string }>`
    select id from orders where site_id = ${site.id} and member_id = ${memberId}`;
  const ids = orders.map(({ id }) => id);
  await db.run`delete from checkout_reservations where site_id = ${contentOf(site.id)} and member_id = ${memberId}`;
  await db.run`
    update provider_events set order_id = null where site_id = ${site.id} and order_id = any(${ids}::uuid[])`;
  await db.run`delete from payments where site_id = ${site.id} and order_id = any(${ids}::uuid[])`;
  await db.run`delete from order_lines where site_id = ${site.id} and order_id = any(${ids}::uuid[])`;
  await db.run`delete from orders where site_id = ${site.id} and id = any(${ids}::uuid[])`;
  await db.run`delete from vouchers where site_id = ${site.id} and member_id = ${memberId}`;
  await db.run`delete from notifications where site_id = ${site.id} and member_id = ${memberId}`;
  await db.run`delete from mail_links where site_id = ${site.id} and member_id = ${memberId}`;
  await db.run`delete from sessions where site_id = ${site.id} and member_id = ${memberId}`;
  await db.run`delete from members where site_id = ${contentOf(site.id)} and id = ${memberId}`;
}
