import { coveredRanges, listSeries } from "#database/wal-archive/choose-series.ts";
import { walArchiveOf } from "#database/wal-archive/open-wal-archive.ts";
import { openArchiveFolder } from "#lib/archive/archive-folder.ts";

interface WalArchiveState {
  /** The database can be restored to any time of the newest range. */
  from: Date;
  until: Date;
  /** Time of the newest copy of the data folder. */
  copiedAt: Date;
}

/** Returns undefined if the archive has no complete copy. */
export async function readWalArchive(backupUrl: string): Promise<WalArchiveState | undefined> {
  const all = await listSeries(openArchiveFolder(walArchiveOf(backupUrl)));
  const [newest, last] = [coveredRanges(all).at(-1), all.at(-1)];
  return newest && last && { ...newest, copiedAt: last.facts.completedAt };
}
