import type { Database } from "#database/database.ts";
import { openJobLock } from "#domain/platform/queue/open-job-lock.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";
import type { Scheduled } from "#domain/platform/queue/schedule.ts";

/** Backups at scheduled times. */
export interface ScheduledBackup {
  /** crontab(5), UTC. */
  schedule: string;
  /** Makes one backup. Returns its description. */
  run: (stopping: AbortSignal) => Promise<string>;
}

/** The entry of the schedule. A failed backup is repeated after seconds, then minutes. */
export const backupTask = ({ schedule }: ScheduledBackup): Scheduled => ({
  task: "back_up",
  crontab: schedule,
  maxAttempts: 6,
});

/**
 * Makes a backup unless one is running: the queue would repeat a job that takes longer than four hours. Stops when the
 * connection with its lock is lost. The queue then repeats the job.
 */
export async function backUpOnce(
  db: Database,
  { run }: ScheduledBackup,
  { log, stopping }: { log: JobLog; stopping: AbortSignal },
): Promise<void> {
  await using lock = await openJobLock(db, "scheduled backup");
  if (!lock) return;
  const backup = await run(AbortSignal.any([stopping, lock.lost])).catch((error: unknown) => {
    throw lock.lost.aborted ? lock.lost.reason : error;
  });
  log.info({ backup }, "made a scheduled backup");
}
