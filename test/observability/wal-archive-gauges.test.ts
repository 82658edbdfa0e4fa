import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { startWalArchive } from "#database/wal-archive/start-wal-archive.ts";
import { openMetrics } from "#telemetry/metrics/open-metrics.ts";
import { aFolder } from "../support/worlds/backups.ts";

void test("The archive of the write-ahead log reports its interval, also while the database does not respond", async () => {
  const cluster = aFolder();
  const metrics = openMetrics({ version: "0.0.0", collect: [] });
  const archive = startWalArchive({
    connection: { host: "127.0.0.1", port: 9, user: "lectern", password: "", database: "lectern" },
    cluster,
    address: pathToFileURL(path.join(cluster, "wal")).href,
    interval: 1_800_000,
    days: 7,
    version: "0.0.0",
    log: () => {},
  });
  try {
    const family = (await metrics.read()).find(({ name }) => name === "lectern_wal_archive_interval_seconds");
    assert.deepEqual(
      family!.values.map(({ value }) => value),
      [1800],
    );
  } finally {
    await archive.stop();
    metrics.close();
  }
});
