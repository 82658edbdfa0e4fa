import assert from "node:assert/strict";
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { pipeline } from "node:stream/promises";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Row } from "#domain/site/site-archive/archive-format.ts";
import { archivedNames } from "#domain/site/site-archive/archived-resources.ts";
import { exportSite } from "#domain/site/site-archive/export-site.ts";
import { importSite } from "#domain/site/site-archive/import-site.ts";
import { openSiteArchive } from "#domain/site/site-archive/open-site-archive.ts";
import type { SiteImport } from "#domain/site/site-archive/site-import.ts";
import { now } from "../../support/clock.ts";
import { storage } from "../../support/storage.ts";
import type { ASite } from "../../support/world.ts";
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
