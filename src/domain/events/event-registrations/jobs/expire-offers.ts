import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/engagement/mail/postbox.ts";
import { lockEvent } from "#domain/events/events/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { readSite } from "#domain/site/sites/queries.ts";
import { promoteWaitlist } from "../promote-waitlist.ts";
import { findRegistration, lockRegistration, updateRegistration } from "../queries.ts";

const batch = 500;

/**
 * Ends offers of seats that were not paid in time, at all sites, each in its own transaction. The person leaves the
 * waitlist, and the seat is offered to the next one. Returns the number of offers.
 */
export async function expireOffers(db: Database, now: Date, mail?: Postbox): Promise<number> {
  let total = 0;
  for (;;) {
    const due = await db.many<{ siteId: string; id: string }>`
      select site_id, id from event_registrations
       where status = 'waitlisted' and offered_until <= ${now}
       order by offered_until limit ${batch}`;
    for (const { siteId, id } of due) {
      const site = await readSite(db, siteId);
      await db.transaction((inside) => expire({ ...systemContext(inside, site, now), mail }, id));
    }
    total += due.length;
    if (due.length < batch) return total;
  }
}

async function expire(context: Context, id: string): Promise<void> {
  const { now } = context;
  const found = await findRegistration(context, id);
  const event = found && (await lockEvent(context, { id: found.eventId }, now));
  const registration = await lockRegistration(context, id);
  if (registration?.status !== "waitlisted") return;
  if (registration.offeredUntil === null || registration.offeredUntil > now) return;
  await updateRegistration(context, id, { status: "canceled", canceledAt: now, offeredUntil: null }, now);
  await recordEvent(context, eventAbout("event_registration.canceled", "eventRegistration", id));
  if (event && event.deletedAt === null) await promoteWaitlist(context, event.id);
}
