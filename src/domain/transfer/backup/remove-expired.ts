import type { ArchiveFolder } from "#lib/archive/archive-folder.ts";
import { archiveName, timeOfArchive } from "#lib/archive/archive-name.ts";
import type { Retention } from "#lib/settings/backup-settings.ts";
import { expiredBackups } from "./retention.ts";

/** An older unfinished archive belongs to no running backup. */
const abandonedAfterMs = 2 * 86_400_000;

/** Removes expired backups and the drafts of killed ones. Leaves other files alone. Returns the removed names. */
export async function removeExpired(folder: ArchiveFolder, retention: Retention, now: Date): Promise<string[]> {
  const names = await folder.list();
  const times = names.flatMap((name) => timeOfArchive(name) ?? []);
  const drafts = names.filter((name) => name.endsWith(".part") && isAbandoned(name.slice(0, -".part".length), now));
  const expired = [...expiredBackups(times, retention).map(archiveName), ...drafts];
  for (const name of expired) await folder.location(name).remove();
  return expired;
}

function isAbandoned(name: string, now: Date): boolean {
  const time = timeOfArchive(name);
  return time !== undefined && now.getTime() - time.getTime() > abandonedAfterMs;
}
