import type { Database } from "#database/database.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";

/** Deletes queued mail of all sites that the key cannot decrypt, since it could never be sent. Returns the number. */
export async function dropSealedMail(database: Database): Promise<number> {
  await openQueue(database);
  const waiting = await database.run`
    delete from graphile_worker._private_jobs
     where task_id in (select id from graphile_worker._private_tasks where identifier = 'send_mail')`;
  const mailboxCount = await database.run`delete from mailbox_mails`;
  return waiting + mailboxCount;
}
