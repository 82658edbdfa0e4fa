import type { Database } from "#database/database.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { purgeGuest } from "../purge-guest.ts";

const batch = 500;

/** Days after which a guest who has paid nothing is deleted. Their emails and payments have expired long before. */
const days = 30;

/** Days in which the job looks for them: it may have been off. Guests who have paid stay, and are not read for ever. */
const lookBack = 90;

const before = (now: Date, count: number): Date => new Date(now.getTime() - count * 86_400_000);

/**
 * Deletes guests who have never paid and have nothing, at all sites, each in a transaction of its own. Returns their
 * number.
 */
export async function purgeGuests(db: Database, now: Date): Promise<number> {
  let purged = 0;
  for (let after = before(now, days + lookBack); ;) {
    const due = await db.many<{ siteId: string; id: string; createdAt: Date }>`
      select site_id, id, created_at from members
       where guest_email_key is not null and status = 'invited' and created_at > ${after}
         and created_at < ${before(now, days)}
       order by created_at limit ${batch}`;
    for (const { siteId, id } of due) {
      const site = await readSite(db, siteId);
      if (await db.transaction((inside) => purgeGuest(systemContext(inside, site, now), id))) purged += 1;
    }
    const last = due.at(-1);
    if (!last || due.length < batch) return purged;
    after = last.createdAt;
  }
}
