import path from "node:path";
import type { TestContext } from "node:test";
import pg from "pg";
import { startEmbedded } from "#database/embedded/start.ts";
import { listSeries } from "#database/wal-archive/choose-series.ts";
import { openWalArchive, walArchiveOf } from "#database/wal-archive/open-wal-archive.ts";
import { restoreToTime } from "#domain/transfer/backup/restore-to-time.ts";
import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { atEnd } from "./at-end.ts";
import { temporaryFolder } from "./embedded-folders.ts";

/** Milliseconds between two passes. */
const interval = 50;

export async function anArchivedDatabase(t: TestContext, dataFolder: string, backupUrl: string) {
  const embedded = await startEmbedded({ dataFolder, role: "serve", durable: false });
  const lines: string[] = [];
  const settings = { backupUrl, walInterval: interval, walDays: 7 };
  const archive = await openWalArchive(settings, embedded, (line) => lines.push(line));
  const client = new pg.Client(embedded.connection);
  await client.connect();
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await client.end();
    await archive?.stop();
    await embedded.stop();
  };
  atEnd(t, stop);
  return { client, lines, stop, cluster: embedded.cluster };
}

export const seriesIn = (backupUrl: string) => listSeries(openArchiveFolder(walArchiveOf(backupUrl)));

/** Waits until the archive covers the current time of the database. Returns that time. */
export async function covered(client: pg.Client, backupUrl: string): Promise<Date> {
  // A Date has no microseconds: the last commit was within the millisecond before.
  const { rows } = await client.query<{ now: Date }>("select clock_timestamp() + interval '1 ms' as now");
  const { now } = rows[0]!;
  for (;;) {
    const all = await seriesIn(backupUrl);
    if (all.some(({ range }) => range.from <= now && now < range.until)) return now;
    // The clock of the database has moved on: a copy may have been completed after the time.
    if (all.some(({ range }) => range.from > now)) return covered(client, backupUrl);
    await client.query("select pg_sleep(0.01)");
  }
}

export async function notesOf(t: TestContext, dataFolder: string): Promise<string[]> {
  const embedded = await startEmbedded({ dataFolder, role: "command", durable: false });
  atEnd(t, () => embedded.stop());
  const client = new pg.Client(embedded.connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ note: string }>("select note from notes order by note");
    return rows.map(({ note }) => note);
  } finally {
    await client.end();
    await embedded.stop();
  }
}

/** Restores into a new data folder, and returns it. */
export async function restored(t: TestContext, backupUrl: string, at: Date | "latest"): Promise<string> {
  const dataFolder = path.join(temporaryFolder(t), "restored");
  const options = { dataFolder, backupUrl, at, series: undefined, durable: false, holdsMessages: false };
  await restoreToTime({ ...options, now: new Date(), log: () => {} }, () => {});
  return dataFolder;
}
