import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { type Database, openDatabase } from "#database/database.ts";
import { watchServer } from "#database/connection/watch-silence.ts";
import { backUpOnce, type ScheduledBackup } from "#domain/transfer/backup/jobs/back-up.ts";
import { connectionConfig } from "../support/databases/database.ts";
import { aProxyTo } from "../support/doubles/tcp-proxy.ts";
import { until } from "../support/until.ts";

const never = new AbortController().signal;

/** Makes a backup, and returns what it logged. */
async function backUp(db: Database, run: ScheduledBackup["run"]): Promise<object[]> {
  const logged: object[] = [];
  const log = { info: (details: object) => void logged.push(details), warn() {}, error() {} };
  await backUpOnce(db, { schedule: "0 3 * * *", run }, { log, stopping: never });
  return logged;
}

void test("A scheduled backup stops when a silent request closes the connection with its lock, and another process makes it", async () => {
  const { proxy, connection } = await aProxyTo(connectionConfig);
  const watch = watchServer();
  const requests = openDatabase({ ...connection, watch, statement_timeout: 1500 });
  const jobs = openDatabase({ ...connection, watch, statement_timeout: 3_600_000 });
  const other = openDatabase(connectionConfig);
  try {
    await requests.one`select 1`;
    const started = Promise.withResolvers<void>();
    const first = backUp(jobs, async (stopping) => {
      started.resolve();
      await once(stopping, "abort");
      throw stopping.reason;
    });
    first.catch(() => {});
    await started.promise;
    const make = () => backUp(other, () => Promise.resolve("the other backup"));
    assert.deepEqual(await make(), [], "The first one is running.");
    // As after a firewall dropped its entries: open connections are silent, new ones are forwarded.
    proxy.silence();
    proxy.endSilence();
    await assert.rejects(requests.one`select 1`);
    await assert.rejects(first, /connection that holds the lock of the job was lost/);
    await until(async () => (await make()).length === 1, "the backup of the other process");
  } finally {
    await Promise.all([requests, jobs, other].map((database) => database.close()));
    await proxy.close();
  }
});
