import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { forEachDue, pageSize } from "#domain/platform/queue/for-each-due.ts";

/** Processes due subscriptions of all sites. Returns the number of processed subscriptions. */
export const processAllDueSubscriptions = (db: Database, now: Date, mail?: Postbox): Promise<number> =>
  forEachDue(db, {
    now,
    mail,
    find: (after) => db.many`
      select site_id, id, due_at from subscriptions
       where due_at <= ${now} and deleted_at is null and (due_at, id) > (${after.dueAt}, ${after.id}::uuid)
       order by due_at, id limit ${pageSize}`,
    loadProcess: async () => (await import("#domain/memberships/subscriptions/process-due.ts")).processIfDue,
    rows: "subscriptions",
  });
