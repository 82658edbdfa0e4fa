import type { Database } from "#database/database.ts";
import { openJobLock } from "./open-job-lock.ts";
import { longestDelivery } from "./send-mail.ts";

/**
 * A process that was killed leaves its jobs locked, for hours. A mail, or a notice, that has been held for twice as long as a delivery
 * can take is in nobody's hands, and so is a job whose line is closed: whoever held it loses its locks. Times are the
 * queue's own.
 */
export async function releaseAbandoned(db: Database): Promise<number> {
  const mails = await db.many<{ lockedBy: string }>`
    select locked_by from graphile_worker.jobs
     where task_identifier in ('send_mail', 'tell_notice')
       and locked_at < now() - make_interval(secs => ${2 * longestDelivery})
     limit 1000`;
  const dead = [...mails, ...(await jobsWithoutLine(db))];
  if (dead.length === 0) return 0;
  await db.run`select graphile_worker.force_unlock_workers(${dead.map(({ lockedBy }) => lockedBy)})`;
  return dead.length;
}

/** Seconds between taking a job and opening its line, at the very most. */
export const grace = 3;

async function jobsWithoutLine(db: Database): Promise<{ lockedBy: string }[]> {
  const held = await db.many<{ lockedBy: string; id: string }>`
    select jobs.locked_by, private.payload ->> 'jobId' as id
      from graphile_worker.jobs
      join graphile_worker._private_jobs private on private.id = jobs.id
     where jobs.task_identifier = 'run_job' and jobs.locked_at < now() - make_interval(secs => ${grace})
     limit 100`;
  const dead: { lockedBy: string }[] = [];
  for (const { lockedBy, id } of held) {
    await using line = await openJobLock(db, id);
    if (line) dead.push({ lockedBy });
  }
  return dead;
}
