import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { timeOfArchive } from "#lib/archive/archive-name.ts";
import type { Config } from "../../config.ts";
import { type Check, note, ok, wrong } from "./check.ts";

const hour = 3_600_000;

/** Nothing is checked without scheduled backups. */
export async function checkBackups({ backupUrl }: Config): Promise<Check[]> {
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
    return [ok(name, `${newest}, ${hours} hours old`)];
  } catch (error) {
    return [
      wrong(name, `LECTERN_BACKUP_URL cannot be read: ${error instanceof Error ? error.message : String(error)}`),
    ];
  }
}
