import type { SiteScope } from "#domain/platform/context.ts";
import { findTimeZone } from "#domain/site/school/queries.ts";
import { dateIn } from "#lib/zoned-time.ts";

/**
 * Takes the next receipt number of a site and a year in its time zone: `2026-000001`. Locks the counter until the
 * transaction ends, so that numbers have no gaps: a rollback returns the number before another transaction can take the
 * next one. Take it last.
 */
export async function nextReceiptNumber(scope: SiteScope, now: Date): Promise<string> {
  const { db, site } = scope;
  const year = Number(dateIn(await findTimeZone(scope), now).slice(0, 4));
  const { lastNumber } = await db.one<{ lastNumber: number }>`
    insert into receipt_counters (site_id, year, last_number) values (${site.id}, ${year}, 1)
    on conflict (site_id, year) do update set last_number = receipt_counters.last_number + 1
    returning last_number`;
  return `${year}-${String(lastNumber).padStart(6, "0")}`;
}
