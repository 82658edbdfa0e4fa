import { readObject } from "#domain/platform/storage/objects.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { streamArchive } from "#lib/archive/stream-archive.ts";
import type { ArchiveWriter } from "#lib/archive/write-archive.ts";
import { jsonOf } from "#lib/event-loop/stringify.ts";
import { valuesIn } from "#lib/event-loop/weight.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { typedEntries, typedKeys } from "#lib/json/typed-object.ts";
import { entryNames, formatVersion, manifestName, maxCourse, notIncluded, type Row } from "./archive-format.ts";
import { peopleNames, recordResources } from "./archived-records.ts";
import { contentResources, operations } from "./archived-resources.ts";
import { contentRows, libraryPages, recordRows, schoolRow, withoutAddresses, withoutCode } from "./archived-rows.ts";
import { peopleRows } from "./people-of-rows.ts";
import { memberFileIds } from "./history/member-files.ts";
import { restoredParts } from "./history/restored-parts.ts";
import { eachCourse } from "./course-entries.ts";
import { revisionRows } from "./import-page-revisions.ts";
import { readPages } from "./read-list.ts";

export interface SiteExport {
  counts: Record<string, number>;
  notIncluded: readonly string[];
}

interface ExportProgress {
  /** Called with the name of each list before it is read. */
  onList?: (name: string) => void;
  /** Called with the number of rows of each page after it was written, and for each file. */
  onRows?: (rows: number) => void;
}

/** Applies unless one row has more. */
const maxEntryCharacters = 4 * 1024 * 1024;

/**
 * Writes everything of a site that can be imported elsewhere into one tar archive, in bounded memory. Lists are read
 * one after the other while the site is in use; a row that is added meanwhile may be missing.
 */
export async function exportSite(
  context: RequestContext,
  version: string,
  target: (bytes: AsyncIterable<Buffer>) => Promise<void>,
  progress: ExportProgress = {},
): Promise<SiteExport> {
  const { counts, tooLarge } = await streamArchive(
    context.now,
    (archive) => produce(context, archive, version, progress),
    target,
  );
  await recordAudit(context, "exportSite", { details: { rows: Object.values(counts).reduce((sum, n) => sum + n, 0) } });
  return { counts, notIncluded: [...notIncluded, ...tooLarge] };
}

async function produce(
  context: RequestContext,
  archive: ArchiveWriter,
  productVersion: string,
  { onList = () => {}, onRows = () => {} }: ExportProgress,
): Promise<{ counts: Record<string, number>; tooLarge: string[] }> {
  const counts: Record<string, number> = {};
  const put = async (name: string, pages: AsyncIterable<Row[]>) => {
    onList(name);
    counts[name] = await writeRows(archive, name, pages, onRows);
  };
  await put("school", one(schoolRow(context)));
  await put("files", mapped(libraryPages(context), withoutAddresses));
  await put("members", recordRows(context, "members"));
  for (const name of typedKeys(contentResources)) await put(name, contentRows(context, name));
  onList("courses");
  const { courses, tooLarge } = await writeCourses(context, archive, onRows);
  counts["courses"] = courses;
  for (const name of typedKeys(recordResources)) if (name !== "members") await put(name, recordRows(context, name));
  for (const name of peopleNames) await put(name, peopleRows(context, name));
  const registrations = readPages(context, operations.listEventRegistrations);
  await put("event_registrations", mapped(registrations, withoutCode));
  await put("page_revisions", revisionRows(context));
  for (const [name, part] of typedEntries(restoredParts)) await put(name, part.rows(context));
  onList("bytes of files");
  await writeFiles(context, archive, () => onRows(0));
  const manifest = {
    format: "lectern-site",
    format_version: formatVersion,
    product_version: productVersion,
    created_at: context.now.toISOString(),
    site: { origin: context.site.origin, name: context.site.name },
    counts,
    not_included: [...notIncluded, ...tooLarge],
    checksums: await archive.addChecksums(),
  } satisfies Record<string, unknown>;
  await archive.end(manifestName, Buffer.from(JSON.stringify(manifest, null, 2)));
  return { counts, tooLarge };
}

const maxListedCourses = 50;

/** Returns the number of courses, and those that are too large to be imported. */
async function writeCourses(
  context: RequestContext,
  archive: ArchiveWriter,
  onRows: (rows: number) => void,
): Promise<{ courses: number; tooLarge: string[] }> {
  let courses = 0;
  const tooLarge: string[] = [];
  await eachCourse(context, async (entry) => {
    const bytes = Buffer.from(await jsonOf(entry));
    if (bytes.length <= maxCourse.bytes && (await valuesIn(entry)) <= maxCourse.values) {
      await archive.add(entryNames.course(++courses), bytes);
    } else if (tooLarge.length < maxListedCourses) {
      tooLarge.push(`the course ${String(asRecord(entry["document"])["slug"])}, which is too large`);
    }
    onRows(1);
  });
  return { courses, tooLarge };
}

async function* one(row: Promise<Row>): AsyncGenerator<Row[]> {
  yield [await row];
}

async function* mapped(pages: AsyncIterable<Row[]>, change: (row: Row) => Row): AsyncGenerator<Row[]> {
  for await (const page of pages) yield page.map(change);
}

/** Returns the number of rows. */
async function writeRows(
  archive: ArchiveWriter,
  name: string,
  pages: AsyncIterable<Row[]>,
  onRows: (rows: number) => void,
): Promise<number> {
  let [rows, part, text] = [0, 0, ""];
  const flush = async () => {
    if (text === "") return;
    await archive.add(entryNames.rows(name, ++part), Buffer.from(text));
    text = "";
  };
  for await (const page of pages) {
    for (const row of page) {
      text += `${await jsonOf(row)}\n`;
      if (text.length > maxEntryCharacters) await flush();
    }
    rows += page.length;
    onRows(page.length);
  }
  await flush();
  return rows;
}

/** Adds the bytes of the files of the school's library and of those that members uploaded. */
async function writeFiles(context: RequestContext, archive: ArchiveWriter, onFile: () => void): Promise<void> {
  for await (const page of libraryPages(context)) {
    for (const { id } of page) {
      await writeFile(context, archive, String(id));
      onFile();
    }
  }
  for await (const id of memberFileIds(context)) {
    await writeFile(context, archive, id);
    onFile();
  }
}

/** A file that was deleted meanwhile is skipped. */
async function writeFile(context: RequestContext, archive: ArchiveWriter, wire: string): Promise<void> {
  const id = parseId("file", wire);
  const file = id === undefined ? undefined : await findFile(context, id);
  if (!file || file.status !== "ready") return;
  const bytes = (await readObject(context, file.objectId)) as AsyncIterable<Buffer>;
  await archive.addStream(entryNames.file(wire), file.byteSize, bytes);
}
