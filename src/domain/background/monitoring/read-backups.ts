import type { Database } from "#database/database.ts";
import { backupsExpectedSince } from "./expected-since.ts";
import { isOverdue } from "#domain/platform/queue/is-overdue.ts";
import { type ArchiveFolder, openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { timeOfArchive } from "#lib/archive/archive-name.ts";
import { withinTime } from "#lib/time/within-time.ts";
import { backups } from "#telemetry/metrics/catalog.ts";

interface BackupTarget {
  /** Address of the archives. */
  url: string;
  /** crontab(5), UTC. */
  schedule: string;
}

/**
 * Returns a function that reads the newest archive and the failures after it, and returns one that sets their gauges.
 * Alerts need values while the target cannot be read: the newest archive that was found before remains, and backups
 * count as failing.
 */
export function openBackupReader(
  db: Pick<Database, "one">,
  { url, schedule }: BackupTarget,
): () => Promise<() => void> {
  const readTarget = openTargetReader(openArchiveFolder(url));
  return async () => {
    const [{ newest, isReadable }, failedAt, since] = await Promise.all([
      readTarget(),
      lastFailure(db),
      backupsExpectedSince(db),
    ]);
    const isFailing = isReadable === false || (failedAt ?? 0) > (newest?.madeAt ?? 0);
    return () => {
      if (newest) {
        backups.lastSuccess.set({}, newest.madeAt.getTime() / 1000);
        backups.lastSize.set({}, newest.byteSize);
      } else if (isReadable && isOverdue(schedule, since, new Date())) backups.lastSuccess.set({}, 0);
      backups.failing.set({}, isFailing ? 1 : 0);
    };
  };
}

async function lastFailure(db: Pick<Database, "one">): Promise<Date | null> {
  const { failedAt } = await db.one<{ failedAt: Date | null }>`
    select max(updated_at) as failed_at from graphile_worker.jobs
     where task_identifier = 'back_up' and last_error is not null`;
  return failedAt;
}

interface Archive {
  madeAt: Date;
  byteSize: number;
}

interface TargetState {
  /** The newest archive of the last successful read. */
  newest: Archive | undefined;
  /** Undefined before the end of the first read. */
  isReadable: boolean | undefined;
}

const maxScrapeWaitMs = 1000;

/** Reads the target once at a time. A read that takes longer continues and is used by a later call. */
function openTargetReader(folder: ArchiveFolder): () => Promise<TargetState> {
  let newest: Archive | undefined;
  let isReadable: boolean | undefined;
  let reading: Promise<void> | undefined;

  async function readAgain(): Promise<void> {
    try {
      newest = await findNewest(folder);
      isReadable = true;
    } catch {
      isReadable = false;
    } finally {
      reading = undefined;
    }
  }

  return async () => {
    // No response since the previous call.
    if (reading) isReadable = false;
    await withinTime(maxScrapeWaitMs, (reading ??= readAgain())).catch(() => {});
    return { newest, isReadable };
  };
}

async function findNewest(folder: ArchiveFolder): Promise<Archive | undefined> {
  const names = (await folder.list()).filter((name) => timeOfArchive(name) !== undefined);
  const name = names.toSorted().at(-1);
  const madeAt = name && timeOfArchive(name);
  if (!madeAt) return undefined;
  const { byteSize, bytes } = await folder.location(name).open();
  bytes.destroy();
  return { madeAt, byteSize };
}
