import type pg from "pg";
import { openDatabase } from "#database/database.ts";
import { startJobRunner } from "#domain/background/runner.ts";
import { openDiskStore } from "#lib/objects/disk-store.ts";

// A process that only runs jobs, so that a test can kill it. It receives its instructions as an IPC message.
process.once("message", (order: { connection: pg.ClientConfig; folder: string }) => {
  void work(order);
});

async function work({ connection, folder }: { connection: pg.ClientConfig; folder: string }) {
  await startJobRunner({
    db: openDatabase(connection),
    connection,
    clock: () => new Date(),
    log: { info() {}, warn() {}, error() {} },
    storage: { store: openDiskStore(folder), key: Buffer.alloc(32) },
  });
  process.send?.("ready");
}
