import { coveredRanges, listSeries, type SeriesInArchive, seriesAt } from "#database/wal-archive/choose-series.ts";
import { walArchiveOf } from "#database/wal-archive/open-wal-archive.ts";
import { hasDatabase, recoverCluster } from "#database/wal-archive/recover-cluster.ts";
import { Problem } from "#domain/platform/problem.ts";
import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { holdMessages } from "./message-hold.ts";

export type OnRecoveryProgress = (stage: "copy" | "wal" | "replay", part: number) => void;

interface RestoreToTime {
  dataFolder: string;
  /** The address of the backups, which have the archive of the write-ahead log next to them. */
  backupUrl: string;
  /** `latest`: the last archived commit. */
  at: Date | "latest";
  /** The name of the copy to start from, if several fit. */
  series: string | undefined;
  /** False for tests: a machine crash loses the database. */
  durable: boolean;
  holdsMessages: boolean;
  now: Date;
  log: (line: string) => void;
}

interface RestoredToTime {
  series: string;
  /** Version of Lectern that made the copy. */
  version: string;
  /** Archived until. */
  coveredUntil: Date;
}

/** Restores the embedded database of a new data folder to its state at a time. */
export async function restoreToTime(
  { dataFolder, backupUrl, at, series: name, durable, holdsMessages, now, log }: RestoreToTime,
  onProgress: OnRecoveryProgress,
): Promise<RestoredToTime> {
  if (hasDatabase(dataFolder)) {
    throw new Problem(
      "invalid_state",
      "The data folder already contains a database. Set LECTERN_DATA to a new folder.",
    );
  }
  const folder = openArchiveFolder(walArchiveOf(backupUrl));
  const series = choose(await listSeries(folder), at, name);
  const complete: Parameters<typeof recoverCluster>[0]["complete"] = async (client) => {
    if (holdsMessages) await holdMessages(client, "restored", now);
  };
  await recoverCluster({ dataFolder, durable, folder, series, at, complete, onProgress, log });
  return { series: series.name, version: series.facts.lectern, coveredUntil: series.range.until };
}

function choose(all: readonly SeriesInArchive[], at: Date | "latest", name: string | undefined): SeriesInArchive {
  if (all.length === 0) {
    throw new Problem(
      "invalid_state",
      "There is no archive of the write-ahead log: LECTERN_BACKUP_WAL_SECONDS was not set.",
    );
  }
  const named = name === undefined ? all : all.filter((one) => one.name === name);
  const [series, ...others] = seriesAt(named, at);
  if (!series) throw new Problem("invalid_state", notCovered(named, at));
  if (others.length === 0) return series;
  const names = [series, ...others].map((one) => one.name).join(", ");
  throw new Problem(
    "invalid_state",
    `Several installations have written to this archive at that time. Choose one with --series: ${names}.`,
  );
}

function notCovered(all: readonly SeriesInArchive[], at: Date | "latest"): string {
  const ranges = coveredRanges(all).map(({ from, until }) => `${from.toISOString()} to ${until.toISOString()}`);
  if (ranges.length === 0) return "The archive has no copy of that name.";
  return `The archive does not cover ${at === "latest" ? at : at.toISOString()}. It covers ${ranges.join(", and ")}.`;
}
