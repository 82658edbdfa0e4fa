import type { SiteScope } from "#domain/platform/context.ts";

/**
 * Takes the next receipt number of a site and a year: `2026-000001`. Locks the counter until the transaction ends, so
 * that numbers have no gaps: a rollback returns the number before another transaction can take the next one. Take it
 * last.
 */
export async function nextReceiptNumber({ db, site }: SiteScope, now: Date): Promise<string> {
  const year = now.getUTCFullYear();
  const { lastNumber } = await db.one<{ lastNumber: number }>`
    insert into receipt_counters (site_id, year, last_number) values (${site.id}, ${year}, 1)
    on conflict (site_id, year) do update set last_number = receipt_counters.last_number + 1
    returning last_number`;
  return `${year}-${String(lastNumber).padStart(6, "0")}`;
}
