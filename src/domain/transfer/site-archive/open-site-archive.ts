import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { linesInParts } from "#domain/transfer/imports/records/read/lines-of.ts";
import { Problem } from "#domain/platform/problem.ts";
import { readArchive } from "#lib/archive/read-archive.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { type JsonLimits, parseLargeJson } from "#lib/json/parse-large-json.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { formatVersion, Manifest, manifestName, maxCourse, type Row } from "./archive-format.ts";
import { archivedNames } from "./archived-resources.ts";

/** A verified archive with its rows in a temporary folder. The bytes of files stay in the archive. */
export interface SiteArchive {
  manifest: Manifest;
  rows: (name: string) => AsyncGenerator<Row>;
  courses: () => AsyncGenerator<Row>;
  /** Opens the archive again, for the bytes of its files. */
  open: () => Promise<Readable>;
}

const limits = {
  entries: 5_000_000,
  /** Bytes of a course or another row, more than a row of maximum size has. One is in memory at a time. */
  row: maxCourse.bytes,
  /** Bytes of an entry that is read into memory. */
  manifest: 1024 * 1024,
  /** Bytes of all rows. */
  total: 64 * 1024 ** 3,
};

/** More than any record has. The longest text has 200,000 characters, and escapes of six for each. */
const limitsOfRow = { values: 50_000, depth: 100, fields: 5000, tokenLength: 1_250_000 };
/** For courses and other resources with nested rows. */
const nestedLimits = { ...limitsOfRow, values: maxCourse.values };
const nesting = new Set(["groups", "digital_products", "membership_plans", "events"]);

/**
 * Reads an archive to its end, verifies every checksum and count, and unpacks its rows into the folder. Nothing is
 * imported from an archive that is incomplete or damaged. Throws UnusableArchive.
 */
export async function openSiteArchive(open: () => Promise<Readable>, folder: string): Promise<SiteArchive> {
  let manifest: Manifest | undefined;
  let [entries, bytes, courses] = [0, 0, 0];
  const present = new Set<string>();
  await mkdir(path.join(folder, "courses"), { recursive: true });
  for await (const { entry, check } of readArchive(await open())) {
    if (manifest) throw new UnusableArchive(`It continues with ${quoted(entry.name)} after its manifest.`);
    if (++entries > limits.entries) throw new UnusableArchive("It has too many entries.");
    const [, resource] = /^rows\/([a-z_]{1,40})\/\d{6,10}\.ndjson$/.exec(entry.name) ?? [];
    const isCourse = /^courses\/\d{6,10}\.json$/.test(entry.name);
    if (entry.name === manifestName) {
      manifest = await readManifest(await entry.read(limits.manifest));
      if (check.pending > 0 || check.checksums() !== manifest.checksums) {
        throw new UnusableArchive("Its checksums do not match its manifest.");
      }
    } else if (isCourse || (resource !== undefined && archivedNames.includes(resource))) {
      bytes += entry.size;
      if (bytes > limits.total) throw new UnusableArchive("Its rows are too large.");
      if (resource !== undefined) present.add(resource);
      const file = isCourse ? path.join("courses", `${++courses}.json`) : `${resource}.ndjson`;
      await pipeline(entry.content, createWriteStream(path.join(folder, file), { flags: "a" }));
    } else if (!/^files\/[a-z]{2,6}_[0-9a-z]{26}$/.test(entry.name)) {
      throw new UnusableArchive(`It contains ${quoted(entry.name)}, which is not part of the archive of a site.`);
    }
  }
  if (!manifest) throw new UnusableArchive("It is incomplete: its manifest is missing.");
  for (const name of present) {
    if (!manifest.counts[name]) throw new UnusableArchive(`Its manifest does not count the rows of ${name}.`);
  }
  const archive: SiteArchive = {
    manifest,
    open,
    rows: (name) =>
      readRows(
        path.join(folder, `${name}.ndjson`),
        manifest.counts[name] ?? 0,
        nesting.has(name) ? nestedLimits : limitsOfRow,
      ),
    async *courses() {
      for (let at = 1; at <= courses; at++)
        yield* readRows(path.join(folder, "courses", `${at}.json`), 1, nestedLimits);
    },
  };
  await requireCounts(archive, courses);
  return archive;
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 100));

/** Throws at bytes that are not UTF-8. */
const newDecoder = () => new TextDecoder("utf-8", { fatal: true });

async function readManifest(bytes: Buffer): Promise<Manifest> {
  let wire: unknown;
  try {
    wire = await parseLargeJson(newDecoder().decode(bytes), limitsOfRow);
  } catch {
    throw new UnusableArchive("Its manifest is not JSON in UTF-8.");
  }
  if (!isRecord(wire) || wire["format"] !== "lectern-site") {
    throw new UnusableArchive("It is not the archive of a site. `lectern export site` writes one.");
  }
  if (typeof wire["format_version"] === "number" && wire["format_version"] > formatVersion) {
    throw new UnusableArchive("It was written by a newer release. Update Lectern first.");
  }
  const read = Manifest.safeParse(compileDecoder(Manifest)(wire).value);
  if (!read.success) throw new UnusableArchive("Its manifest has missing or invalid fields.");
  return read.data;
}

async function requireCounts({ manifest, rows }: SiteArchive, courses: number): Promise<void> {
  if ((manifest.counts["courses"] ?? 0) !== courses) throw new UnusableArchive("Courses are missing.");
  for (const name of archivedNames) {
    let count = 0;
    for await (const row of rows(name)) if (row) count++;
    if (count !== (manifest.counts[name] ?? 0)) throw new UnusableArchive(`Rows of ${name} are missing.`);
  }
}

/** Reads one JSON object per line. `count`: zero if there is no such file. */
export async function* readRows(file: string, count: number, within: JsonLimits = nestedLimits): AsyncGenerator<Row> {
  if (count === 0) return;
  for await (const line of linesInParts(file, limits.row)) {
    if (line === undefined) throw new UnusableArchive(`A row of ${path.basename(file)} is too long.`);
    yield await readRow(line, path.basename(file), within);
  }
}

async function readRow(line: readonly Buffer[], file: string, within: JsonLimits): Promise<Row> {
  try {
    const decoder = newDecoder();
    const parts = await mapInSlices(line, (part) => decoder.decode(part, { stream: true }));
    const row = await parseLargeJson([...parts, decoder.decode()], within);
    if (isRecord(row)) return row;
  } catch (error) {
    if (error instanceof Problem) throw error;
  }
  throw new UnusableArchive(`${file} contains a line that is not a JSON object in UTF-8 within the limits.`);
}
