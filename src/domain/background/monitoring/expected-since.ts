import type { Database } from "#database/database.ts";

/**
 * Returns the time from which scheduled backups are expected: the first start with LECTERN_BACKUP_URL, or the creation of
 * the tables if no server has scheduled backups yet.
 */
export async function backupsExpectedSince(db: Pick<Database, "one">): Promise<Date> {
  const { since } = await db.one<{ since: Date }>`select min(applied_at) as since from schema_migrations`;
  const { hasQueue } = await db.one<{ hasQueue: boolean }>`
    select to_regclass('graphile_worker._private_known_crontabs') is not null as has_queue`;
  if (!hasQueue) return since;
  const { knownSince } = await db.one<{ knownSince: Date | null }>`
    select max(known_since) as known_since from graphile_worker._private_known_crontabs where identifier = 'back_up'`;
  return knownSince && knownSince > since ? knownSince : since;
}
