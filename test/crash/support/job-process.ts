import { openDatabase } from "#database/database.ts";
import { runJob } from "#domain/background/run-job.ts";
import { openDiskStore } from "#lib/objects/disk-store.ts";

/** Options of a process that runs one job and is killed by a test: JSON in the last argument. */
const { connection, folder, siteId, jobId } = JSON.parse(process.argv[2]!) as {
  connection: object;
  folder: string;
  siteId: string;
  jobId: string;
};

await runJob(
  { siteId, jobId },
  {
    db: openDatabase(connection),
    storage: { store: openDiskStore(folder), key: Buffer.alloc(32) },
    clock: () => new Date(),
    log: { info() {}, warn: console.error, error: console.error },
    stopping: new AbortController().signal,
    isLast: false,
  },
);
process.exit();
