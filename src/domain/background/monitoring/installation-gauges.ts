import type { Database } from "#database/database.ts";
import { backups, database, jobs, storage, webhooks } from "#telemetry/metrics/catalog.ts";
import { withinTime } from "#lib/time/within-time.ts";
import { openBackupReader } from "./read-backups.ts";
import { readQueue, readSchedule } from "./read-queue.ts";
import { readFiles, readSize } from "./read-sizes.ts";
import { readWebhooks } from "./read-webhooks.ts";

interface GaugeOptions {
  /** The connections of jobs, so that a scrape delays no request. */
  db: Database;
  /** Undefined: no scheduled backups. */
  backupUrl: string | undefined;
  /** crontab(5), UTC. */
  backupSchedule: string;
}

const [second, minute] = [1000, 60_000];

/** Milliseconds for one part: a scrape must respond within the ten seconds of Prometheus. */
const timeLimit = 2 * second;

/**
 * Returns a function that sets the gauges of the database and the storage, for one process of the installation. Each
 * part has a time limit and is read again after its own interval. If it cannot be read, its gauges are absent, and the
 * other metrics are served all the same.
 */
export function installationGauges({ db, backupUrl, backupSchedule }: GaugeOptions): () => Promise<void> {
  const { queued, oldest, scheduleLag } = jobs;
  const parts = [
    openPart([queued, oldest], 15 * second, () => readQueue(db)),
    openPart([scheduleLag], 15 * second, () => readSchedule(db)),
    openPart(Object.values(sharedOf(webhooks)), 15 * second, () => readWebhooks(db, new Date())),
    openPart([database.size], minute, () => readSize(db)),
    openPart([storage.files, storage.fileBytes], 10 * minute, () => readFiles(db)),
    ...(backupUrl === undefined
      ? []
      : [
          openPart(
            Object.values(backups),
            5 * minute,
            openBackupReader(db, { url: backupUrl, schedule: backupSchedule }),
          ),
        ]),
  ];
  return async () => {
    const isUp = await responds(db);
    database.up.set({}, isUp ? 1 : 0);
    await Promise.all(parts.map((part) => part.refresh(isUp)));
  };
}

const sharedOf = ({ pending, oldestDue, undispatched, oldestUndispatched }: typeof webhooks) => ({
  pending,
  oldestDue,
  undispatched,
  oldestUndispatched,
});

async function responds(db: Database): Promise<boolean> {
  try {
    await withinTime(timeLimit, db.first`select 1`);
    return true;
  } catch {
    return false;
  }
}

interface Part {
  /** Reads the gauges again if it is time, or removes them if the database is gone. */
  refresh(isUp: boolean): Promise<void>;
}

function openPart(gauges: readonly { clear(): void }[], interval: number, read: () => Promise<() => void>): Part {
  let readAt = -Infinity;
  let running: Promise<void> | undefined;
  const clear = () => {
    readAt = -Infinity;
    for (const gauge of gauges) gauge.clear();
  };

  async function readAgain(): Promise<void> {
    try {
      const set = await read();
      clear();
      set();
    } catch {
      clear();
    } finally {
      running = undefined;
      // Also after a failure, which would cost as much at each scrape.
      readAt = performance.now();
    }
  }

  return {
    async refresh(isUp) {
      if (!isUp) return clear();
      if (!running && performance.now() - readAt < interval) return;
      // A read that takes longer continues and sets the gauges for a later scrape.
      await withinTime(timeLimit, (running ??= readAgain())).catch(clear);
    },
  };
}
