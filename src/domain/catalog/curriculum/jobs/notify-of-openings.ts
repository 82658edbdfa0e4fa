import type { Database } from "#database/database.ts";
import { notifyOfOpenings } from "#domain/catalog/curriculum/openings/notify-of-openings.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";

/**
 * Notifies members of lectures that their schedules have opened, at all sites. Each site has its own transaction.
 * Returns the number of openings.
 */
export async function notifyOfAllOpenings(db: Database, now: Date, mail?: Postbox): Promise<number> {
  const dripping = await db.many<{ siteId: string }>`
    select distinct site_id from courses
     where drip ->> 'mode' in ('by_enrollment_day', 'by_date') and status = 'published' and deleted_at is null`;
  // Clears the marker of sites without waiting lectures. Openings from the meantime must not be announced later.
  await db.run`
    delete from lecture_releases where site_id <> all(${dripping.map(({ siteId }) => siteId)}::uuid[])`;
  let openings = 0;
  for (const { siteId } of dripping) {
    const site = await readSite(db, siteId);
    openings += await db.transaction((inside) => notifyOfOpenings({ ...systemContext(inside, site, now), mail }));
  }
  return openings;
}
