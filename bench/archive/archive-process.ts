import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pipeline } from "node:stream/promises";
import { openDatabase } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { exportSite } from "#domain/transfer/site-archive/export-site.ts";
import { importSite } from "#domain/transfer/site-archive/import-site.ts";
import { openSiteArchive } from "#domain/transfer/site-archive/open-site-archive.ts";
import type { ImportCounts } from "#domain/transfer/site-archive/site-import.ts";
import { differencesBetween } from "../../test/domain/site-archive/same-archives.ts";
import type { Connection } from "../harness/cluster.ts";
import { contextOf } from "./context.ts";

/** Exports or imports a site in its own process, to measure its memory and its event loop. */
export interface Order {
  work: "export" | "import";
  connection: Connection;
  siteId: string;
  /** Folder for files and archives. */
  folder: string;
  /** The archive of the first site. */
  archive: string;
  /** For imports: the archive of the copy, which is compared with the first one. */
  second?: string;
}

interface Measured {
  seconds: number;
  peakMegabytes: number;
  maxDelayMilliseconds: number;
}

export interface Done extends Measured {
  counts: Record<string, number>;
  reported: string[];
  differences: string[];
}

/** A message during the work. */
export interface Step {
  step: string;
}

process.once("message", (order: Order) => {
  void perform(order);
});

async function perform(order: Order): Promise<void> {
  const db = openDatabase(order.connection);
  const context = await contextOf(db, order.siteId, order.folder);
  const done = await (order.work === "export" ? write(context, order) : read(context, order));
  await db.close();
  process.send!(done);
  process.disconnect();
}

async function write(context: RequestContext, { archive }: Order): Promise<Done> {
  const [measured, { counts }] = await measure(() => writeTo(context, archive));
  return { ...measured, counts, reported: [], differences: [] };
}

const writeTo = (context: RequestContext, file: string) =>
  exportSite(context, "bench", (bytes) => pipeline(bytes, createWriteStream(file)), {
    onList: (name) => show(`export: ${name}`),
  });

async function read(context: RequestContext, { archive, second = "", folder }: Order): Promise<Done> {
  const opened = async (file: string) => {
    const unpacked = await mkdtemp(path.join(folder, "unpacked-"));
    return openSiteArchive(() => Promise.resolve(createReadStream(file)), unpacked);
  };
  const working = await mkdtemp(path.join(folder, "working-"));
  const [measured, run] = await measure(async () =>
    importSite(context, await opened(archive), working, {
      onRows: ({ counts }) => show(`import: ${sumOf(counts).toLocaleString("en")} rows`),
    }),
  );
  show("exporting the copy");
  await writeTo(context, second);
  show("comparing both archives");
  const differences = await differencesBetween(await opened(archive), await opened(second), run);
  const reported = run.reported.map(({ name, detail }) => `${name}: ${detail}`);
  const counts = Object.fromEntries(Object.entries(run.counts).map(([name, { created }]) => [name, created]));
  return { ...measured, counts, reported, differences };
}

const sumOf = (counts: Record<string, ImportCounts>): number =>
  Object.values(counts).reduce((sum, { created, failed }) => sum + created + failed, 0);

function show(step: string): void {
  process.send!({ step } satisfies Step);
}

async function measure<Result>(work: () => Promise<Result>): Promise<[Measured, Result]> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  // `maxRSS` is in kilobytes.
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  return [{ seconds, peakMegabytes, maxDelayMilliseconds: delay.max / 1e6 }, result];
}
