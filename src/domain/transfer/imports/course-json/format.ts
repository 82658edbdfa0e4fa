import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import type { Context } from "#domain/platform/context.ts";
import { CourseDocument } from "#domain/transfer/course-json/course-document.ts";
import { saveDocument } from "#domain/transfer/course-json/save-document.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";
import { Problem, within } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { parseLargeJson } from "#lib/json/parse-large-json.ts";
import type { ImportFormat } from "../import-format.ts";
import { requireItems } from "../item-limits.ts";
import { readLargeText } from "../read-text.ts";
import { onTheWire, readWireInSlices } from "../read-wire.ts";
import { addingTo, unreadFiles } from "../unread-files.ts";
import { whyNoJson } from "../why-no-json.ts";
import { wrongInput } from "../wrong-input.ts";

/** Fits some of the largest courses, and is small enough to be loaded into memory. */
const maxUploadedBytes = 16 * 1024 * 1024;

/** Far more than a course of maximum size has. */
const limits = { values: 1_000_000, depth: 100, fields: 5000, tokenLength: 1_000_000 };

/** One row per course, with its whole content. */
export const courseJson: ImportFormat = {
  summary: "Courses as JSON",
  scopes: ["courses:write", "curriculum:write"],
  pointsAtSource: true,
  async read(source, { maxBytes = maxUploadedBytes, isBounded }) {
    const files = documentsIn(source);
    if (files.length === 0) throw wrongInput(source, undefined, "expected courses in files that end in .json");
    const total = isBounded ? await countDocuments(files, maxBytes) : null;
    const unread = statSync(source).isDirectory() ? await unreadFiles(source, (file) => file.endsWith(".json")) : [];
    return { total, rows: readRows(files, maxBytes, addingTo(unread)) };
  },
};

/** Returns a single file, or all files below a folder. */
function documentsIn(source: string): string[] {
  const stat = statSync(source, { throwIfNoEntry: false });
  if (!stat) throw wrongInput(source, undefined, "expected a file or a folder, it does not exist");
  if (!stat.isDirectory()) return [source];
  const names = readdirSync(source, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => path.join(source, name));
}

/** Counts the courses before any of them is imported. An unreadable file is one that fails. */
async function countDocuments(files: readonly string[], maxBytes: number): Promise<number> {
  requireItems("courses", files.length, true);
  let count = 0;
  for (const file of files) {
    const documents = await readDocuments(file, maxBytes);
    count += Array.isArray(documents) ? documents.length : 1;
    requireItems("courses", count, true);
  }
  return count;
}

/** Returns the course or courses of a file, or the problem of an unreadable one. */
async function readDocuments(file: string, maxBytes: number): Promise<unknown> {
  await breathe();
  try {
    return await parseLargeJson(await readLargeText(file, maxBytes), limits);
  } catch (error) {
    return error instanceof Problem ? error : wrongInput(file, undefined, `expected JSON: ${whyNoJson(error)}`);
  }
}

/** Loads one file at a time. */
async function* readRows(
  files: readonly string[],
  maxBytes: number,
  adding: (row: JobRow) => JobRow,
): AsyncGenerator<JobRow> {
  for (const file of files) {
    const documents = await readDocuments(file, maxBytes);
    if (documents instanceof Problem) yield broken(file, documents);
    else if (!Array.isArray(documents)) yield adding(rowOf(file, "", documents));
    else for (const [index, document] of documents.entries()) yield adding(rowOf(file, `/${index}`, document));
  }
}

const broken = (name: string, problem: Problem): JobRow => ({ name, run: () => Promise.reject(problem) });

/** `pointer`: the position within the file. */
function rowOf(file: string, pointer: string, wire: unknown): JobRow {
  const warnings: Warning[] = [];
  const warn = ({ place, detail }: Warning) => warnings.push({ place: `${file}#${pointer}${place}`, detail });
  return {
    name: pointer === "" ? file : `${file}#${pointer}`,
    run: (context) => within(pointer, () => save(context, wire, warn)),
    warnings: () => warnings,
  };
}

async function save(context: Context, wire: unknown, warn: (warning: Warning) => void) {
  const document = await readWireInSlices(CourseDocument, wire, await findTimeZone(context));
  if (document instanceof Problem) throw document;
  try {
    return await saveDocument(context, document, warn);
  } catch (error) {
    throw error instanceof Problem ? onTheWire(CourseDocument, error) : error;
  }
}
