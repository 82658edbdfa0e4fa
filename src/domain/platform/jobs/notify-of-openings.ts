import type { Database } from "#database/database.ts";
import { notifyOfOpenings } from "#domain/catalog/curriculum/notify-of-openings.ts";
import type { Postbox } from "#domain/engagement/mail/postbox.ts";
import { findSite } from "#domain/site/sites/queries.ts";

/**
 * Announces at all sites what schedules have opened, each site in a transaction of its own. Says how many openings
 * there were.
 */
export async function notifyOfAllOpenings(db: Database, now: Date, mail?: Postbox): Promise<number> {
  const dripping = await db.many<{ siteId: string }>`
    select distinct site_id from courses
     where drip ->> 'mode' in ('by_enrollment_day', 'by_date') and status = 'published' and deleted_at is null`;
  // Where nothing waits any more it is not told what would have opened meanwhile.
  await db.run`
    delete from lecture_releases where site_id <> all(${dripping.map(({ siteId }) => siteId)}::uuid[])`;
  let openings = 0;
  for (const { siteId } of dripping) {
    const site = (await findSite(db, siteId))!;
    const context = { site, caller: { kind: "system" }, now, requestId: null, address: null, mail } as const;
    openings += await db.transaction((inside) => notifyOfOpenings({ ...context, db: inside }));
  }
  return openings;
}
