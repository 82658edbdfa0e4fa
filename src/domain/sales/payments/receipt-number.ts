import type { SiteScope } from "#domain/platform/context.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { dateIn } from "#lib/time/zoned-time.ts";

/**
 * Takes the next receipt number of a site and a year in its time zone: `2026-000001`. Locks the counter until the
 * transaction ends, so that numbers have no gaps: a rollback returns the number before another transaction can take the
 * next one. Take it last.
 */
export async function nextReceiptNumber(scope: SiteScope, now: Date): Promise<string> {
  const { db, site } = scope;
  const year = Number(dateIn(await findTimeZone(scope), now).slice(0, 4));
  const { lastNumber } = await db.write.one<{ lastNumber: number }>`
    insert into receipt_counters (site_id, year, last_number) values (${site.id}, ${year}, 1)
    on conflict (site_id, year) do update set last_number = receipt_counters.last_number + 1
    returning last_number`;
  return `${year}-${String(lastNumber).padStart(6, "0")}`;
}

/** The last receipt number of a year. */
export interface ReceiptCounter {
  year: number;
  lastNumber: number;
}

export const listReceiptCounters = ({ db, site }: SiteScope): Promise<ReceiptCounter[]> =>
  db.many<ReceiptCounter>`
    select year, last_number from receipt_counters where site_id = ${site.id} order by year limit 1000`;

/** Continues the numbers of another site, so that no number is used twice. Returns false if the counter is as high. */
export const raiseReceiptCounter = async (
  { db, site }: SiteScope,
  { year, lastNumber }: ReceiptCounter,
): Promise<boolean> =>
  (await db.run`
    insert into receipt_counters (site_id, year, last_number) values (${site.id}, ${year}, ${lastNumber})
    on conflict (site_id, year) do update set last_number = excluded.last_number
     where receipt_counters.last_number < excluded.last_number`) === 1;
