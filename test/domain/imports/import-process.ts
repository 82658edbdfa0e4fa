import type pg from "pg";
import { openDatabase } from "#database/database.ts";
import { importOulad } from "#domain/site/imports/oulad/import-oulad.ts";
import { findSite } from "#domain/site/sites/queries.ts";

// A process that only runs imports, so that a test can kill it. It receives its instructions as an IPC message.
process.once("message", (order: { connection: pg.ClientConfig; siteId: string; folder: string }) => {
  void work(order);
});

async function work({ connection, siteId, folder }: { connection: pg.ClientConfig; siteId: string; folder: string }) {
  const database = openDatabase(connection);
  const site = (await findSite(database, siteId))!;
  const context = {
    db: database,
    site,
    caller: { kind: "cli" as const },
    now: new Date(),
    requestId: null,
    address: null,
  };
  await importOulad(context, folder);
  await database.close();
  process.disconnect();
}
