import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { forEachDue, pageSize } from "#domain/platform/queue/for-each-due.ts";

/** Renews, reminds of and ends due recurring payments of all sites. Returns the number of processed agreements. */
export const processDueAgreements = (db: Database, now: Date, mail?: Postbox): Promise<number> =>
  forEachDue(db, {
    now,
    mail,
    find: (after) => db.many`
      select site_id, id, due_at from billing_agreements
       where due_at <= ${now} and (due_at, id) > (${after.dueAt}, ${after.id}::uuid)
       order by due_at, id limit ${pageSize}`,
    loadProcess: async () => (await import("#domain/sales/billing/process-due.ts")).processAgreement,
    rows: "recurring payments",
  });
