import { openArchiveFolder } from "#lib/archive/archive-folder.ts";
import { withinTime } from "#lib/time/within-time.ts";
import { wal as metrics } from "#telemetry/metrics/catalog.ts";
import type { Connection } from "../embedded/connection.ts";
import {
  type ArchiveSession,
  createSlot,
  findSlot,
  type FlushedWal,
  markTime,
  openSession,
  releaseWal,
} from "./archive-session.ts";
import { type CurrentSeries, notedSeries, noteSeries, resumeSeries } from "./current-series.ts";
import { removeExpiredSeries } from "./remove-expired-series.ts";
import { beginSeries, extendSeries } from "./write-series.ts";

export interface WalArchiveOptions {
  connection: Connection;
  /** The data directory of the server. */
  cluster: string;
  /** Address of the archive, see `openArchiveFolder`. */
  address: string;
  /** Milliseconds between two passes. */
  interval: number;
  /** Days to which the database can be recovered. */
  days: number;
  /** Version of Lectern. */
  version: string;
  log: (line: string) => void;
}

export interface WalArchive {
  /** Archives the last commits, and stops. */
  stop(): Promise<void>;
}

const [minute, day] = [60_000, 86_400_000];

/** A recovery repeats at most the changes of a day. */
const copyIntervalMs = day;

const copyRetryMs = 10 * minute;

const statementTimeoutMs = 15_000;

const lastPassTimeoutMs = 5000;

/**
 * Archives the write-ahead log of the embedded database at intervals, and a copy of its data directory each day. The
 * server keeps the log that is not archived, up to `max_slot_wal_keep_size`; beyond it, a new series starts with a new copy.
 */
export function startWalArchive(options: WalArchiveOptions): WalArchive {
  const { connection, cluster, days, version, log } = options;
  const folder = openArchiveFolder(options.address);
  const stopping = new AbortController();
  let session: ArchiveSession | undefined;
  let series: CurrentSeries | undefined;
  /** Has a complete copy, and follows `series` with the next pass. */
  let next: CurrentSeries | undefined;
  /** From the start of a copy until its series is used. */
  let isCopying = false;
  let copying = Promise.resolve();
  let copyAfter = -Infinity;
  let reported: string | undefined;
  metrics.coveredUntil.set({}, Date.now() / 1000);
  metrics.interval.set({}, options.interval / 1000);

  async function pass(): Promise<void> {
    try {
      session ??= await openSession(connection, statementTimeoutMs);
      series ??= await resume(session);
      const follower = next;
      const flushed = await markTime(session);
      // Also before its follower is used, so that no time between the two is lost.
      if (series) series = await extend(session, series, flushed);
      if (follower) {
        noteSeries(cluster, follower.name);
        [series, next, isCopying] = [follower, undefined, false];
        series = await extend(session, follower, flushed);
        await removeExpired(follower.name, flushed.time);
      }
      if (isCopyDue(flushed.time)) {
        isCopying = true;
        copying = copy(session);
      }
      if (!series) return;
      if (reported !== undefined) log("The write-ahead log is archived again.");
      reported = undefined;
    } catch (error) {
      await session?.client.end().catch(() => {});
      // The next pass finds out from the archive where to continue: it may have a part whose end was not reported.
      [session, series] = [undefined, undefined];
      if (next) [next, isCopying] = [undefined, false];
      report("The write-ahead log could not be archived", error);
    }
  }

  async function resume(opened: ArchiveSession): Promise<CurrentSeries | undefined> {
    await folder.prepare();
    const slot = await findSlot(opened);
    return slot === undefined ? undefined : resumeSeries(folder, cluster, opened, slot);
  }

  async function extend(opened: ArchiveSession, current: CurrentSeries, flushed: FlushedWal): Promise<CurrentSeries> {
    const extended = await extendSeries(folder, cluster, opened, current, flushed);
    // A copy needs the WAL from its start.
    if (!isCopying) await releaseWal(opened, extended.position);
    metrics.coveredUntil.set({}, extended.coveredUntil.getTime() / 1000);
    metrics.copiedAt.set({}, extended.startedAt.getTime() / 1000);
    return extended;
  }

  /** In either direction, because the clock may have jumped. */
  const isCopyDue = (now: Date): boolean =>
    !isCopying &&
    !stopping.signal.aborted &&
    performance.now() >= copyAfter &&
    (!series || Math.abs(now.getTime() - series.startedAt.getTime()) >= copyIntervalMs);

  async function copy(opened: ArchiveSession): Promise<void> {
    try {
      if (!series) await createSlot(opened);
      const previous = notedSeries(cluster);
      next = await beginSeries({ connection, cluster, folder, version, previous, stopping: stopping.signal });
      wake();
    } catch (error) {
      isCopying = false;
      copyAfter = performance.now() + copyRetryMs;
      if (!stopping.signal.aborted) report("The data folder could not be copied to the archive", error);
    }
  }

  async function removeExpired(current: string, now: Date): Promise<void> {
    try {
      const removed = await removeExpiredSeries(folder, { days, current, now });
      if (removed.length > 0) log(`Deleted from the archive of the write-ahead log: ${removed.join(", ")}`);
    } catch (error) {
      report("Expired copies of the data folder could not be deleted from the archive", error);
    }
  }

  /** The same failure is reported once. */
  function report(what: string, error: unknown): void {
    const line = `${what}: ${error instanceof Error ? error.message : String(error)}`;
    if (line !== reported) log(line);
    reported = line;
  }

  let running = pass();
  let isWaiting = false;
  function wake(): void {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(() => {
      isWaiting = false;
      return pass();
    });
  }
  const timer = setInterval(wake, options.interval);
  timer.unref();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      const stopped = copying.then(() => {
        wake();
        return running;
      });
      await withinTime(lastPassTimeoutMs, stopped).catch(() => {});
      await session?.client.end().catch(() => {});
    },
  };
}
