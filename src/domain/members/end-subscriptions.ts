import type { Context } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";
import { recordEvents } from "#domain/outbox/record-event.ts";
import { Problem } from "#domain/problem.ts";

/** Ends what a member subscribes to, where that is wanted. Throws `active_subscriptions` where it is not. */
export async function endSubscriptions(context: Context, memberId: string, wanted: boolean): Promise<void> {
  const { db, site, now } = context;
  const active = await db.many<{ id: string }>`
    select id from subscriptions
     where site_id = ${site.id} and member_id = ${memberId} and deleted_at is null
       and status in ('trialing', 'active', 'past_due', 'paused') and (ends_at is null or ends_at > ${now})
       for no key update`;
  if (active.length === 0) return;
  if (!wanted) {
    const detail = "This member has subscriptions that go on. Send cancel_subscriptions true to cancel them, too.";
    throw new Problem("active_subscriptions", detail);
  }
  const ids = active.map(({ id }) => id);
  await db.run`
    update subscriptions set status = 'canceled', ends_at = ${now}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id = any(${ids}::uuid[])`;
  await recordEvents(
    context,
    ids.map((id) => {
      const objectId = formatId("subscription", id);
      return { type: "subscription.canceled", objectId, data: { id: objectId, object: "subscription" } };
    }),
  );
}
