import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { LanguageTag } from "#domain/platform/fields.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";
import { runInWorker } from "#lib/run-in-worker.ts";
import { zip } from "#lib/zip.ts";
import type { ImportFormat } from "../import-format.ts";
import { readText } from "../read-text.ts";
import { wrongInput } from "../wrong-input.ts";
import type { ListedLink } from "./list.ts";
import { courseOfLink, type ListedCourse } from "./listed-course.ts";
import { saveListedCourse } from "./save-listed-course.ts";

/** One row per listed course and language. */
export const freeCourses: ImportFormat = {
  summary: "Lists of links to courses, one file per language",
  scopes: ["courses:write", "curriculum:write"],
  chunkSize: 50,
  async read(folder) {
    const files = listFiles(folder).map((file) => ({ file, language: languageOf(file) }));
    const lists = await readLists(files.map(({ file }) => readText(file)));
    const rows: JobRow[] = [];
    for (const [{ file, language }, list] of zip(files, lists)) {
      // Yields to other work between two lists.
      await breathe();
      rows.push(...rowsOf(file, language, list));
    }
    return { total: rows.length, rows };
  },
};

const listName = /^free-courses-([A-Za-z]{2,8}(?:[_-][A-Za-z\d]{2,8})*)\.md$/;

function listFiles(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw wrongInput(folder, undefined, "expected a folder with lists of courses, it does not exist");
  }
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => listName.test(path.basename(name))).map((name) => path.join(folder, name));
  if (files.length > 0) return files;
  throw wrongInput(
    folder,
    undefined,
    "expected lists of courses named like free-courses-en.md, free-courses-zh_TW.md, …",
  );
}

/** Far above what the largest lists take. */
const timeoutMs = 300_000;

/** Parses lists in a worker thread: Markdown can take long to parse, by design of its author too. */
const readLists = (texts: readonly string[]): Promise<ListedLink[][]> =>
  runInWorker(new URL("./list-worker.ts", import.meta.url), { workerData: texts, timeoutMs });

function rowsOf(file: string, language: string, links: readonly ListedLink[]): JobRow[] {
  const courses = new Map<string, { line: number; course: ListedCourse }>();
  const faults: JobRow[] = [];
  for (const link of links) {
    try {
      const course = courseOfLink(file, language, link);
      const known = courses.get(course.externalId);
      if (known) known.course.headingPaths.push(...course.headingPaths);
      else courses.set(course.externalId, { line: link.line, course });
    } catch (error) {
      faults.push(fault(file, link, error));
    }
  }
  const rows = [...courses.values()].map(({ line, course }): JobRow => ({
    name: `${file}:${line}`,
    run: (context) => saveListedCourse(context, course),
  }));
  return [...rows, ...faults];
}

const fault = (file: string, { line }: ListedLink, error: unknown): JobRow => ({
  name: `${file}:${line}`,
  run: () => Promise.reject(error),
});

/** `free-courses-zh_TW.md` */
function languageOf(file: string): string {
  const [, name = ""] = listName.exec(path.basename(file)) ?? [];
  const tag = name.replaceAll("_", "-");
  const [canonical] = LanguageTag.safeParse(tag).success ? Intl.getCanonicalLocales(tag) : [];
  if (canonical !== undefined) return canonical;
  throw wrongInput(file, undefined, `expected a language tag (BCP 47) in the file name, not ${tag}`);
}
