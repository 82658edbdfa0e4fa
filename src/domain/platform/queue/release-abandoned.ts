import type { Database } from "#database/database.ts";
import { openJobLock } from "./open-job-lock.ts";
import { maxDeliverySeconds } from "#domain/engagement/mail/max-delivery-seconds.ts";

/**
 * Unlocks the jobs of killed processes, which would otherwise stay locked for hours.
 * - Mail and notice jobs: locked for twice the maximum delivery time.
 * - Other jobs: the session-level lock of their run is free.
 * Times are those of the queue. Returns the number of unlocked jobs.
 */
export async function releaseAbandoned(db: Database): Promise<number> {
  const mails = await db.many<{ lockedBy: string }>`
    select locked_by from graphile_worker.jobs
     where task_identifier in ('send_mail', 'tell_notice')
       and locked_at < now() - make_interval(secs => ${2 * maxDeliverySeconds})
     limit 1000`;
  const dead = [...mails, ...(await jobsWithoutLine(db))];
  if (dead.length === 0) return 0;
  await db.run`select graphile_worker.force_unlock_workers(${dead.map(({ lockedBy }) => lockedBy)})`;
  return dead.length;
}

/** Maximum seconds between claiming a job and acquiring its session-level lock. */
export const grace = 3;

async function jobsWithoutLine(db: Database): Promise<{ lockedBy: string }[]> {
  const locked = await db.many<{ lockedBy: string; id: string }>`
    select jobs.locked_by, private.payload ->> 'jobId' as id
      from graphile_worker.jobs
      join graphile_worker._private_jobs private on private.id = jobs.id
     where jobs.task_identifier = 'run_job' and jobs.locked_at < now() - make_interval(secs => ${grace})
     limit 100`;
  const dead: { lockedBy: string }[] = [];
  for (const { lockedBy, id } of locked) {
    await using line = await openJobLock(db, id);
    if (line) dead.push({ lockedBy });
  }
  return dead;
}
