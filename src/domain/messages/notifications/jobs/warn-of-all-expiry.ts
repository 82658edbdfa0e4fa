import type { Queries } from "#database/database.ts";
import { identifier, sql } from "#database/statements/sql.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { schoolSettings } from "#domain/site/school/settings.ts";
import { readSites } from "#domain/platform/site/read-sites.ts";
import { warnOfExpiry } from "../warn-of-expiry.ts";

const day = 86_400_000;

/** The longest period that a school can choose. */
const maxReminderDays = 90;

const sitesPerStatement = 1000;

/** Notifies members of all sites whose access ends soon. Looks only at sites with access that ends within a period. */
export async function warnOfAllExpiry(context: Omit<RequestContext, "site">): Promise<void> {
  const { db, now } = context;
  const soonest = await soonestEnds(db, now);
  const days = await longestPeriods(db, [...soonest.keys()]);
  // Calendar days of the school can be longer than 24 hours.
  const isWithin = (end: Date, period: number) => period > 0 && end.getTime() <= now.getTime() + (period + 1) * day;
  const due = [...soonest].flatMap(([siteId, end]) => (isWithin(end, days.get(siteId) ?? 0) ? siteId : []));
  for await (const site of readSites(db, due)) await warnOfExpiry({ ...context, site });
}

/** Conditions that the partial indexes by end contain. */
const kinds = [
  {
    table: "enrollments",
    // Leads the index.
    isActive: sql`
      (case when warned_for = expires_at then warned_days else 0 end) = any('{0,1,7}') and deleted_at is null
      and status in ('active', 'completed')`,
  },
  { table: "digital_product_grants", isActive: sql`deleted_at is null` },
];

/** Returns the next end of access by site, of the sites that have one within the longest period. */
async function soonestEnds(db: Queries, now: Date): Promise<Map<string, Date>> {
  const until = new Date(now.getTime() + (maxReminderDays + 1) * day);
  const soonest = new Map<string, Date>();
  for (const { table, isActive } of kinds) {
    const found = await db.many<{ siteId: string; soonest: Date }>`
      select site_id, min(expires_at) as soonest from ${identifier(table)}
       where expires_at > ${now} and expires_at <= ${until} and ${isActive} group by site_id`;
    for (const { siteId, soonest: end } of found) {
      const soonestSoFar = soonest.get(siteId);
      if (!soonestSoFar || end < soonestSoFar) soonest.set(siteId, end);
    }
  }
  return soonest;
}

/** Returns the longest reminder period of each site in days; 0 if it has none. */
async function longestPeriods(db: Queries, siteIds: readonly string[]): Promise<Map<string, number>> {
  const longest = new Map(siteIds.map((siteId) => [siteId, longestOf(undefined)]));
  for (let first = 0; first < siteIds.length; first += sitesPerStatement) {
    const schools = await db.many<{ siteId: string; notifications: unknown }>`
      select site_id, settings -> 'notifications' as notifications from schools
       where site_id = any(${siteIds.slice(first, first + sitesPerStatement)}::uuid[])`;
    for (const { siteId, notifications } of schools) longest.set(siteId, longestOf(notifications));
  }
  return longest;
}

/** `notifications`: the settings that the school has stored. */
const longestOf = (notifications: unknown): number =>
  Math.max(0, ...schoolSettings.notifications.parse(notifications ?? {}).expiryReminderDays);
