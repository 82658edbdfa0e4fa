import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { readSite } from "#domain/platform/site/queries.ts";

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
    if (due.length === 0) return total;
    const { expireOffer } = await import("../expire-offer.ts");
    for (const { siteId, id } of due) {
      const site = await readSite(db, siteId);
      await db.transaction((inside) => expireOffer({ ...systemContext(inside, site, now), mail }, id));
    }
    total += due.length;
    if (due.length < batch) return total;
  }
}
