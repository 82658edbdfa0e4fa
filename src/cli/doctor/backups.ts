import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { timeOfArchive } from "#lib/archive/archive-name.ts";
import { readWalArchive } from "#domain/transfer/backup/read-wal-archive.ts";
import { isOverdue } from "#domain/platform/queue/is-overdue.ts";
import type { Config } from "#server/config.ts";
import { type Check, note, ok, wrong } from "./check.ts";

const [minute, hour] = [60_000, 3_600_000];

/** Nothing is checked without scheduled backups. `since`: the time from which they are expected, if it is known. */
export async function checkBackups({ backupUrl, backupSchedule }: Config, since: Date | undefined): Promise<Check[]> {
  if (backupUrl === undefined) return [];
  const name = "Backups";
  try {
    const found = await openArchiveFolder(backupUrl).list();
    const newest = found
      .filter((one) => timeOfArchive(one) !== undefined)
      .toSorted()
      .at(-1);
    const madeAt = newest && timeOfArchive(newest);
    if (!madeAt) {
      if (!since || !isOverdue(backupSchedule, since, new Date()))
        return [note(name, "none yet in LECTERN_BACKUP_URL")];
      return [
        wrong(
          name,
          "Scheduled backups are missing: LECTERN_BACKUP_URL has none. The log of the server has the reason.",
        ),
      ];
    }
    const hours = Math.round((Date.now() - madeAt.getTime()) / hour);
    const age = `${newest}, ${hours} hours old`;
    if (!isOverdue(backupSchedule, madeAt, new Date())) return [ok(name, age)];
    return [wrong(name, `Scheduled backups are missing: the newest is ${age}. The log of the server has the reason.`)];
  } catch (error) {
    return [
      wrong(name, `LECTERN_BACKUP_URL cannot be read: ${error instanceof Error ? error.message : String(error)}`),
    ];
  }
}

/** Milliseconds. A copy is made each day. */
const oldestCopy = 49 * hour;

/** Nothing is checked without point-in-time recovery. */
export async function checkWalArchive({ backupUrl, walInterval }: Config): Promise<Check[]> {
  if (backupUrl === undefined || walInterval === undefined) return [];
  const name = "Point-in-time recovery";
  try {
    const state = await readWalArchive(backupUrl);
    if (!state) return [note(name, "no copy of the data folder yet in LECTERN_BACKUP_URL")];
    const { from, until, copiedAt } = state;
    const [behind, age] = [Date.now() - until.getTime(), Date.now() - copiedAt.getTime()];
    if (behind > Math.max(10 * minute, 3 * walInterval)) {
      const minutes = Math.round(behind / minute);
      return [
        wrong(name, `The archive ends ${minutes} minutes ago. If the server is running, its log has the reason.`),
      ];
    }
    if (age > oldestCopy) {
      const hours = Math.round(age / hour);
      return [wrong(name, `The newest copy is ${hours} hours old. The log of the server has the reason.`)];
    }
    return [ok(name, `from ${from.toISOString()} to ${until.toISOString()}`)];
  } catch (error) {
    return [wrong(name, `The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`)];
  }
}
