import type { Queries } from "#database/database.ts";

/**
 * Returns the time by which a job deletes or ends what cannot be restored, the earliest of
 * - the clock of this process and that of the database: one of the two machines may be ahead,
 * - the time at which the job was queued: the schedule has checked the clock, which may have jumped since.
 */
export async function finalTime(db: Queries, clock: () => Date, job: { created_at: Date }): Promise<Date> {
  const { now } = await db.one<{ now: Date }>`select now() as now`;
  return new Date(Math.min(now.getTime(), clock().getTime(), job.created_at.getTime()));
}
