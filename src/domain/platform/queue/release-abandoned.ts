import type { Database } from "#database/database.ts";
import { openJobLock } from "./open-job-lock.ts";
import { maxDeliverySeconds } from "./max-delivery-seconds.ts";

/**
 * Returns a function that unlocks the jobs of killed processes, which would otherwise stay locked for hours. It returns
 * their number.
 * - Jobs of mail, notices, messages, groups and directories: locked for twice the maximum delivery time by the clock of the queue, and known to this process
 *   for the maximum delivery time, because a clock that jumps forward must not send an email twice. A process that starts
 *   knows none and relies on the clock.
 * - Other jobs: the session-level lock of their run is free.
 */
export function openRelease(
  db: Database,
  elapsed = (): number => performance.now(),
): (options?: { isStart?: boolean }) => Promise<number> {
  /** Locked jobs with the milliseconds at which a look first found them. */
  let firstSeenAt = new Map<string, number>();

  async function abandonedMail(isStart: boolean): Promise<{ lockedBy: string }[]> {
    const locked = await db.many<{ lock: string; lockedBy: string; isOld: boolean }>`
      select concat_ws(' ', id, locked_by, attempts) as lock, locked_by,
             locked_at < now() - make_interval(secs => ${2 * maxDeliverySeconds}) as is_old
        from graphile_worker.jobs
       where task_identifier in ('send_mail', 'tell_notice', 'send_message', 'send_push', 'enroll_group',
                                 'settle_directory_roles')
         and locked_at is not null
       limit 1000`;
    const now = elapsed();
    firstSeenAt = new Map(locked.map(({ lock }) => [lock, firstSeenAt.get(lock) ?? now]));
    const isOver = (lock: string) => isStart || now - (firstSeenAt.get(lock) ?? now) >= maxDeliverySeconds * 1000;
    return locked.filter(({ lock, isOld }) => isOld && isOver(lock));
  }

  return async ({ isStart = false } = {}) => {
    const dead = [...(await abandonedMail(isStart)), ...(await jobsWithoutLock(db))];
    if (dead.length === 0) return 0;
    await db.run`select graphile_worker.force_unlock_workers(${dead.map(({ lockedBy }) => lockedBy)})`;
    return dead.length;
  };
}

/** Time between claiming a job and acquiring its session-level lock. */
export const maxClaimSeconds = 3;

async function jobsWithoutLock(db: Database): Promise<{ lockedBy: string }[]> {
  const locked = await db.many<{ lockedBy: string; id: string }>`
    select jobs.locked_by, private.payload ->> 'jobId' as id
      from graphile_worker.jobs
      join graphile_worker._private_jobs private on private.id = jobs.id
     where jobs.task_identifier = 'run_job' and jobs.locked_at < now() - make_interval(secs => ${maxClaimSeconds})
     limit 100`;
  const dead: { lockedBy: string }[] = [];
  for (const { lockedBy, id } of locked) {
    await using line = await openJobLock(db, id);
    if (line) dead.push({ lockedBy });
  }
  return dead;
}
