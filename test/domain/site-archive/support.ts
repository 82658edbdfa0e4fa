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
import { asRecord } from "#lib/is-record.ts";
import { now } from "../../support/clock.ts";
import { storage } from "../../support/storage.ts";
import type { ASite } from "../../support/world.ts";

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
  for (const name of archivedNames) rows.set(name, await Array.fromAsync(archive.rows(name)));
  rows.set(
    "courses",
    (await Array.fromAsync(archive.courses())).map(({ document }) => asRecord(document)),
  );
  return rows;
}

/** Asserts that two archives hold the same, except for IDs and what belongs to a copy. */
export async function assertSame(before: string, afterwards: string, { ids }: SiteImport): Promise<void> {
  const [one, other] = [await rowsIn(before), await rowsIn(afterwards)];
  const differences: string[] = [];
  for (const [name, rows] of one) {
    const translated = await Promise.all(rows.map((row) => ids.translate(row)));
    const [left, right] = [translated, other.get(name) ?? []].map((side) =>
      side.map((row) => JSON.stringify(compared(row, name))).toSorted(),
    );
    const missing = left!.filter((row) => !right!.includes(row));
    const added = right!.filter((row) => !left!.includes(row));
    for (const row of missing.slice(0, 2)) differences.push(`${name} - ${row}`);
    for (const row of added.slice(0, 2)) differences.push(`${name} + ${row}`);
  }
  assert.deepEqual(differences, []);
}

/** Fields that a copy has of its own: IDs, timestamps of rows, addresses, counters, and markup rendered again. */
const isOwn = (field: string): boolean =>
  ["id", "created_at", "updated_at", "published_at", "url", "revision", "counts", "features"].includes(field) ||
  /_(?:url|count|html)$/.test(field);

/** Fields that an archive does not carry, by resource: docs/reference/site-archive.md lists them. */
const notCarried: Record<string, readonly string[]> = {
  members: ["joined_at", "status", "email_verified", "last_sign_in_at", "sign_in_count", "identities"],
  files: ["sha256", "byte_size"],
  enrollments: ["source"],
  subscriptions: ["source"],
  digital_products: ["granted_at", "source"],
  orders: ["payment_id"],
  certificates: ["serial", "student_name", "course_name"],
  event_registrations: ["offered_until"],
};

function compared(row: Row, name: string): Row {
  const entries = Object.entries(row)
    .filter(([field]) => !isOwn(field) && !(notCarried[name] ?? []).includes(field))
    .map(([field, value]) => [field, nested(field, value, name)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function nested(field: string, value: unknown, name: string): unknown {
  // A payment without any other identifier gets its former ID as its external ID.
  if (field === "external_id" && typeof value === "string" && value.startsWith("pay_")) return null;
  if (Array.isArray(value)) return value.map((item) => nested("", item, name));
  return typeof value === "object" && value !== null ? compared({ ...value }, name) : value;
}
