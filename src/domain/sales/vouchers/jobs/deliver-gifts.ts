import type { Database } from "#database/database.ts";
import { table } from "#database/table/table.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";

const batch = 500;

/**
 * Mails the paid gifts of a member that wait for their date, because the member leaves, except to these addresses.
 * Without email, they wait.
 */
export async function deliverGiftsOf(context: RequestContext, memberId: string, except: readonly string[]) {
  const { db, site, now, mail } = context;
  if (!mail) return;
  const waiting = await db.many<{ id: string }>`
    select vouchers.id from ${table("vouchers").under(site.id, "member_id", [memberId])}
     where vouchers.mail_at is not null and vouchers.recipient_email_key <> all(${except}::text[])
     order by vouchers.id`;
  if (waiting.length === 0) return;
  const { deliverGift } = await import("../deliver-gift.ts");
  for (const { id } of waiting) {
    await db.transaction(async (inside) => {
      await inside.run`
        update vouchers set mail_at = least(mail_at, ${now}::timestamptz)
         where site_id = ${site.id} and id = ${id} and mail_at is not null`;
      await deliverGift({ ...context, db: inside, mail }, id);
    });
  }
}

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
