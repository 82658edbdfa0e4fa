import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { archiveName, timeOfArchive } from "#lib/archive/archive-name.ts";
import type { Config } from "../../config.ts";
import { type Check, note, ok, wrong } from "./check.ts";

const hour = 3_600_000;

/** Nothing is checked without scheduled backups. */
export async function checkBackups({ backupUrl }: Config): Promise<Check[]> {
  if (backupUrl === undefined) return [];
  const name = "Backups";
  try {
    const found = await openArchiveFolder(backupUrl).list();
    const times = found.flatMap((one) => timeOfArchive(one)?.getTime() ?? []);
    if (times.length === 0) return [note(name, "none yet in LECTERN_BACKUP_URL")];
    const newest = new Date(Math.max(...times));
    const hours = Math.round((Date.now() - newest.getTime()) / hour);
    return [ok(name, `${archiveName(newest)}, ${hours} hours old`)];
  } catch (error) {
    return [
      wrong(name, `LECTERN_BACKUP_URL cannot be read: ${error instanceof Error ? error.message : String(error)}`),
    ];
  }
}
