import type { Queries } from "#database/database.ts";
import { longestDelivery } from "./send-mail.ts";

/**
 * A process that was killed leaves its jobs locked, for hours. A mail, or a notice, that has been held for twice as long as a delivery
 * can take is in nobody's hands: the process that held it loses its locks. Times are the queue's own.
 */
export async function releaseAbandoned(db: Queries): Promise<number> {
  const dead = await db.many<{ lockedBy: string }>`
    select locked_by from graphile_worker.jobs
     where task_identifier in ('send_mail', 'tell_notice')
       and locked_at < now() - make_interval(secs => ${2 * longestDelivery})
     limit 1000`;
  if (dead.length === 0) return 0;
  await db.run`select graphile_worker.force_unlock_workers(${dead.map(({ lockedBy }) => lockedBy)})`;
  return dead.length;
}
