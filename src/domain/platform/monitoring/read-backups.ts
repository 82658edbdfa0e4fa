import type { Database } from "#database/database.ts";
import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { timeOfArchive } from "#lib/archive/archive-name.ts";
import { backups } from "#telemetry/metrics/catalog.ts";

/** Reads the newest archive and the failures after it. The returned function sets their gauges. */
export async function readBackups(db: Pick<Database, "one">, backupUrl: string): Promise<() => void> {
  const folder = openArchiveFolder(backupUrl);
  const names = (await folder.list()).filter((name) => timeOfArchive(name) !== undefined);
  const newest = names.toSorted().at(-1);
  const madeAt = (newest && timeOfArchive(newest)) || new Date(0);
  const byteSize = newest === undefined ? undefined : await sizeOf(folder, newest);
  const { isFailing } = await db.one<{ isFailing: boolean }>`
    select exists (select from graphile_worker.jobs
                    where task_identifier = 'back_up' and last_error is not null and updated_at > ${madeAt})
           as is_failing`;
  return () => {
    backups.lastSuccess.set({}, madeAt.getTime() / 1000);
    if (byteSize !== undefined) backups.lastSize.set({}, byteSize);
    backups.failing.set({}, isFailing ? 1 : 0);
  };
}

async function sizeOf(folder: ReturnType<typeof openArchiveFolder>, name: string): Promise<number> {
  const { byteSize, bytes } = await folder.location(name).open();
  bytes.destroy();
  return byteSize;
}
