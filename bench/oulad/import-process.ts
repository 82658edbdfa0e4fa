import { openDatabase } from "#database/database.ts";
import { importOulad } from "./import/import-oulad.ts";
import { rollUp } from "#domain/analytics/jobs/roll-up.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import type { Connection } from "../harness/cluster.ts";

/** Runs the import in its own process, to measure its memory. */
export interface Order {
  connection: Connection;
  siteId: string;
  folder: string;
  students: number | undefined;
}

/** Seconds of each part, and the largest resident memory of the process in MB. */
export interface Done {
  importSeconds: number;
  againSeconds: number;
  rollUpSeconds: number;
  importMegabytes: number;
  megabytes: number;
}

process.once("message", (order: Order) => {
  void work(order);
});

async function work({ connection, siteId, folder, students }: Order): Promise<void> {
  const db = openDatabase(connection);
  const site = (await findSite(db, siteId))!;
  const context = { db, site, caller: { kind: "cli" }, now: new Date(), requestId: null, address: null } as const;
  const once = () => importOulad(context, folder, { students });
  const importSeconds = await secondsOf(once);
  const importMegabytes = peak();
  const againSeconds = await secondsOf(once);
  const rollUpSeconds = await secondsOf(async () => {
    // A run stops after 45 s and leaves the rest to the next one.
    while ((await rollUp(db, new Date())) > 0);
  });
  await db.close();
  const done: Done = { importSeconds, againSeconds, rollUpSeconds, importMegabytes, megabytes: peak() };
  process.send!(done);
  process.disconnect();
}

async function secondsOf(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return (performance.now() - begin) / 1000;
}

/** `maxRSS` is in kilobytes. */
const peak = (): number => process.resourceUsage().maxRSS / 1024;
