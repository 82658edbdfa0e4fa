import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";

const batch = 500;

/** Sends the emails of gifts that are due, at all sites, each in its own transaction. Returns their number. */
export async function deliverGifts(
  db: Database,
  now: Date,
  { mail, storage }: { mail: Postbox; storage: Storage },
): Promise<number> {
  for (let total = 0; ;) {
    const due = await db.many<{ siteId: string; id: string }>`
      select site_id, id from vouchers where mail_at <= ${now} order by mail_at limit ${batch}`;
    if (due.length === 0) return total;
    const { deliverGift } = await import("../deliver-gift.ts");
    for (const { siteId, id } of due) {
      const site = await readSite(db, siteId);
      await db.transaction((inside) => deliverGift({ ...systemContext(inside, site, now), mail, storage }, id));
    }
    total += due.length;
    if (due.length < batch) return total;
  }
}
