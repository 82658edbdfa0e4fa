import type { Queries } from "#database/database.ts";

/**
 * Returns the time by which a job deletes or ends what cannot be restored: that of this process or of the database,
 * whichever is earlier. The clock of one of the two machines may be ahead.
 */
export async function earlierTime(db: Queries, clock: () => Date): Promise<Date> {
  const { now } = await db.one<{ now: Date }>`select now() as now`;
  return new Date(Math.min(now.getTime(), clock().getTime()));
}
