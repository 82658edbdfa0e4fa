import { performance } from "node:perf_hooks";
import { openDatabase } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { insertSite } from "#domain/platform/site/queries.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import type { Connection } from "../harness/cluster.ts";

/** Imports into an empty site, then again when everything exists. Returns the seconds of each. */
export async function importTwice(connection: Connection, folder: string): Promise<{ first: number; second: number }> {
  const database = openDatabase({ ...connection });
  const now = new Date();
  const site = {
    id: newId(),
    origin: "http://localhost:8080",
    host: "localhost:8080",
    name: "Bench",
    description: "",
    defaultLocale: "en",
    mode: "test" as const,
    isDemo: false,
    verifiedSender: null,
    settings: SiteSettings.parse({}),
  };
  await insertSite(database, site, now);
  const context: RequestContext = { db: database, site, caller: { kind: "cli" }, now, requestId: null, address: null };
  try {
    return { first: await secondsOf(context, folder), second: await secondsOf(context, folder) };
  } finally {
    await database.close();
  }
}

async function secondsOf(context: RequestContext, folder: string): Promise<number> {
  const begin = performance.now();
  await importOulad(context, folder);
  return (performance.now() - begin) / 1000;
}
