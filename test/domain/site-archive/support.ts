import assert from "node:assert/strict";
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { pipeline } from "node:stream/promises";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Row } from "#domain/transfer/site-archive/archive-format.ts";
import { archivedNames } from "#domain/transfer/site-archive/archived-resources.ts";
import { exportSite } from "#domain/transfer/site-archive/export-site.ts";
import { importSite } from "#domain/transfer/site-archive/import-site.ts";
import { openSiteArchive } from "#domain/transfer/site-archive/open-site-archive.ts";
import { readArchive } from "#lib/archive/read-archive.ts";
import { writeArchive } from "#lib/archive/write-archive.ts";
import type { SiteImport } from "#domain/transfer/site-archive/site-import.ts";
import { now } from "../../support/clock.ts";
import { storage } from "../../support/worlds/storage.ts";
import { type ASite, webhooks } from "../../support/world.ts";
import { differencesBetween, rowsOf } from "./same-archives.ts";

const base = mkdtempSync(path.join(tmpdir(), "lectern-site-archives-"));
after(() => rmSync(base, { recursive: true, force: true }));
let folders = 0;

export const aFolder = (): string => {
  const folder = path.join(base, String(++folders));
  mkdirSync(folder);
  return folder;
};

/** The context of a command at the site. */
export const asCommand = ({ site, context }: ASite): RequestContext => ({
  ...context(),
  site,
  caller: { kind: "cli" },
  address: null,
  storage,
  webhooks,
  now: now(),
});

/** Exports the site into a file. */
export async function exportedSite(site: ASite): Promise<string> {
  const file = path.join(aFolder(), "school.tar");
  await exportSite(asCommand(site), "1.2.3", (bytes) => pipeline(bytes, createWriteStream(file)));
  return file;
}

export const openedArchive = (file: string, folder = aFolder()) =>
  openSiteArchive(() => Promise.resolve(createReadStream(file)), folder);

export async function importedSite(site: ASite, file: string, changes: Partial<RequestContext> = {}) {
  return importSite({ ...asCommand(site), ...changes }, await openedArchive(file), aFolder());
}

/** Rows of all resources in an archive, by name. Courses by their documents. */
export async function rowsIn(file: string): Promise<Map<string, Row[]>> {
  const archive = await openedArchive(file);
  const rows = new Map<string, Row[]>();
  for (const name of [...archivedNames, "courses"]) rows.set(name, await Array.fromAsync(rowsOf(archive, name)));
  return rows;
}

/** Asserts that two archives hold the same, except for IDs and what belongs to a copy. */
export async function assertSame(before: string, afterwards: string, run: SiteImport): Promise<void> {
  assert.deepEqual(await differencesBetween(await openedArchive(before), await openedArchive(afterwards), run), []);
}

/** Changes to one row of a resource. */
export type Crafted = Record<string, (row: Row) => Row>;

/** Copies an archive with changes to the rows of resources, and with checksums that match them. */
export async function craftedArchive(archive: string, changes: Crafted): Promise<string> {
  const file = path.join(aFolder(), "crafted.tar");
  const crafted = writeArchive(new Date(0));
  const done = (async () => {
    for await (const { entry } of readArchive(createReadStream(archive))) {
      const bytes = await entry.read(64 * 1024 * 1024);
      const change = changes[/^rows\/(\w+)\//.exec(entry.name)?.[1] ?? ""];
      if (entry.name === "manifest.json") {
        const checksums = await crafted.addChecksums();
        const manifest = { ...(JSON.parse(bytes.toString()) as object), checksums };
        await crafted.end(entry.name, Buffer.from(JSON.stringify(manifest)));
      } else if (change) {
        const rows = bytes.toString().trimEnd().split("\n");
        const changed = rows.map((row) => JSON.stringify(change(JSON.parse(row) as Row)));
        await crafted.add(entry.name, Buffer.from(`${changed.join("\n")}\n`));
      } else await crafted.add(entry.name, bytes);
    }
  })();
  await Promise.all([pipeline(crafted.bytes, createWriteStream(file)), done]);
  return file;
}
