import type { Database } from "#database/database.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { everySite } from "#domain/platform/site/every-site.ts";

/** Does the same as `correctDueTimesOf` at all sites. */
export async function correctDueTimes(db: Database, now: Date): Promise<void> {
  for await (const site of everySite(db)) await correctDueTimesOf({ db, site }, now);
}

/**
 * Makes deliveries due whose times come from a clock that has been reset. Their leases end, too: an attempt that is
 * still running is repeated if other processes deliver as well, and receivers recognize it by its id.
 */
export async function correctDueTimesOf({ db, site }: SiteScope, now: Date): Promise<void> {
  await db.run`
    update webhook_deliveries set next_attempt_at = ${now}, claimed_until = null, updated_at = ${now}
     where site_id = ${site.id} and next_attempt_at > ${now} and updated_at > ${now}`;
  await db.run`
    update webhook_deliveries set claimed_until = null
     where site_id = ${site.id} and next_attempt_at <= ${now} and claimed_until > ${now}`;
}
