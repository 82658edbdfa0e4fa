import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Warning } from "#domain/platform/jobs/job.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";

const filesPerWarning = 40;

/** Files of programs and systems, which authors do not see. */
const isHidden = (file: string): boolean => /(^|\/)(\.|__MACOSX\/|node_modules\/|Thumbs\.db$|desktop\.ini$)/.test(file);

/** Returns the visible files below a folder, as sorted paths with slashes. Links are files. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((file) => !isHidden(file))
    .sort();
}

/** Warns about each file of a folder that was not read. `isRead` gets its path within the folder, with slashes. */
export async function unreadFiles(folder: string, isRead: (file: string) => boolean): Promise<Warning[]> {
  const unread = (await filesBelow(folder)).filter((file) => !isRead(file));
  return Array.from({ length: Math.ceil(unread.length / filesPerWarning) }, (_, index) => {
    const listed = unread.slice(index * filesPerWarning, (index + 1) * filesPerWarning);
    return { place: folder, detail: `files that the import does not read are left out: ${listed.join(", ")}` };
  });
}

/** Adds warnings about files that are in none of the given files and folders of the source. */
export async function withUnread(rows: readonly JobRow[], source: string, read: readonly string[]): Promise<JobRow[]> {
  const inside = read.map((one) => path.relative(source, one).replaceAll(path.sep, "/"));
  const files = new Set(inside);
  const isRead = (file: string) => files.has(file) || inside.some((one) => one === "" || file.startsWith(`${one}/`));
  return rows.map(addingTo(await unreadFiles(source, isRead)));
}

/** Returns a function that adds warnings about a whole source to its first row that does not fail. */
export function addingTo(warnings: readonly Warning[]): (row: JobRow) => JobRow {
  let first: JobRow | undefined;
  return (row) => ({
    ...row,
    warnings() {
      first ??= row;
      return [...(row.warnings?.() ?? []), ...(first === row ? warnings : [])];
    },
  });
}
