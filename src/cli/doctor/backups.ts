import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { timeOfArchive } from "#lib/archive/archive-name.ts";
import { isOverdue } from "#domain/platform/queue/is-overdue.ts";
import type { Config } from "../../config.ts";
import { type Check, note, ok, wrong } from "./check.ts";

const hour = 3_600_000;

/** Nothing is checked without scheduled backups. */
export async function checkBackups({ backupUrl, backupSchedule }: Config): Promise<Check[]> {
  if (backupUrl === undefined) return [];
  const name = "Backups";
  try {
    const found = await openArchiveFolder(backupUrl).list();
    const newest = found
      .filter((one) => timeOfArchive(one) !== undefined)
      .toSorted()
      .at(-1);
    const madeAt = newest && timeOfArchive(newest);
    if (!madeAt) return [note(name, "none yet in LECTERN_BACKUP_URL")];
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
