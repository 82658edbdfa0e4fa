import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { installationGauges } from "#domain/background/monitoring/installation-gauges.ts";
import { openBackupReader } from "#domain/background/monitoring/read-backups.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { openSchedule } from "#domain/platform/queue/schedule.ts";
import { archiveName } from "#lib/archive/archive-name.ts";
import { backups } from "#telemetry/metrics/catalog.ts";
import { openMetrics } from "#telemetry/metrics/open-metrics.ts";
import { aFolder } from "../support/worlds/backups.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const backupSchedule = "0 3 * * *";
const madeAt = new Date("2026-11-23T03:00:00Z");
const archive = archiveName(madeAt);
const success = "lectern_backup_last_success_timestamp_seconds";
const failing = "lectern_backup_failing";
const size = "lectern_backup_last_size_bytes";

/** The values of one read, without the metrics that are absent. */
async function valuesOf(collect: () => Promise<void>): Promise<Record<string, number>> {
  const metrics = openMetrics({ version: "0.0.0", collect: [collect] });
  try {
    const families = (await metrics.read()).filter(({ name }) => name.startsWith("lectern_backup_"));
    return Object.fromEntries(families.flatMap(({ name, values }) => values.map(({ value }) => [name, value])));
  } finally {
    metrics.close();
  }
}

void describe("Metrics of backups", () => {
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
    await openQueue(installation.database);
  });
  after(() => installation.close());

  /** The values of the first scrape of a server. */
  const scrape = (backupUrl: string) =>
    valuesOf(installationGauges({ db: installation.database, backupUrl, backupSchedule }));

  /** Returns a function that reads the values again, as a server does every five minutes. */
  function aReader(url: string) {
    const read = openBackupReader(installation.database, { url, schedule: backupSchedule });
    return () =>
      valuesOf(async () => {
        const set = await read();
        for (const gauge of Object.values(backups)) gauge.clear();
        set();
      });
  }

  const startedAgo = (interval: string) =>
    installation.database.run`update schema_migrations set applied_at = now() - ${interval}::interval`;

  void test("name no archive before the first scheduled backup is overdue, then 0", async () => {
    const url = pathToFileURL(aFolder()).href;
    assert.deepEqual(await scrape(url), { [failing]: 0 });
    await startedAgo("3 days");
    assert.deepEqual(await scrape(url), { [failing]: 0, [success]: 0 });
    // The first start with the setting counts, not the age of the tables.
    const log = { info() {}, warn() {}, error() {} };
    const tasks = [{ task: "back_up", crontab: backupSchedule }];
    await openSchedule({ db: installation.database, log, tasks, onClockReset: () => Promise.resolve() })();
    assert.deepEqual(await scrape(url), { [failing]: 0 });
  });

  void test("keep the newest archive and report a failure while the target cannot be read", async () => {
    const parent = aFolder();
    const folder = path.join(parent, "backups");
    const read = aReader(pathToFileURL(folder).href);
    mkdirSync(folder);
    writeFileSync(path.join(folder, archive), "12345");
    const found = { [success]: madeAt.getTime() / 1000, [size]: 5 };
    assert.deepEqual(await read(), { ...found, [failing]: 0 });
    rmSync(folder, { recursive: true });
    // Unreadable for every user, root included.
    writeFileSync(folder, "");
    assert.deepEqual(await read(), { ...found, [failing]: 1 });
    assert.deepEqual(await scrape(pathToFileURL(folder).href), { [failing]: 1 });
  });

  void test("report a target that does not respond until the next read", async () => {
    const server = createServer(() => {}).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const { port } = server.address() as AddressInfo;
      const read = aReader(`s3://key:secret@backups?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`);
      assert.deepEqual(await read(), { [failing]: 0 });
      assert.deepEqual(await read(), { [failing]: 1 });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  void test("report a failed backup until there is a newer archive", async () => {
    const { database } = installation;
    const folder = aFolder();
    writeFileSync(path.join(folder, archive), "12345");
    await database.run`select graphile_worker.add_job('back_up')`;
    await database.run`update graphile_worker._private_jobs set last_error = 'disk full', updated_at = now()`;
    const url = pathToFileURL(folder).href;
    assert.equal((await scrape(url))[failing], 1);
    const newer = new Date(Date.now() + 60_000);
    writeFileSync(path.join(folder, archiveName(newer)), "12");
    assert.deepEqual(await scrape(url), {
      [success]: Math.floor(newer.getTime() / 1000),
      [size]: 2,
      [failing]: 0,
    });
  });
});
