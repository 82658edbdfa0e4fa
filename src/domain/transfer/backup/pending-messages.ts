import type { Database, Queries } from "#database/database.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { only } from "#lib/collections/only.ts";

export interface PendingMessages {
  emails: number;
  deliveries: number;
}

const mailJobs = "select id from graphile_worker._private_tasks where identifier = 'send_mail'";

/** Counts the messages of all sites that are queued. */
export async function countPendingMessages(database: Database): Promise<PendingMessages> {
  await openQueue(database);
  const { rows } = await database.pool.query<PendingMessages>(
    `select (select count(*) from graphile_worker._private_jobs where task_id in (${mailJobs})) as emails,
            (select count(*) from webhook_deliveries where next_attempt_at is not null) as deliveries`,
  );
  return only(rows);
}

/** Deletes the queued emails and ends the due deliveries of all sites. Events stay in the feed of each site. */
export async function discardPendingMessages(db: Queries, now: Date): Promise<void> {
  await db.run`
    delete from graphile_worker._private_jobs
     where task_id in (select id from graphile_worker._private_tasks where identifier = 'send_mail')`;
  await db.run`
    update webhook_deliveries set status = 'skipped', next_attempt_at = null, updated_at = ${now}
     where next_attempt_at is not null`;
}
