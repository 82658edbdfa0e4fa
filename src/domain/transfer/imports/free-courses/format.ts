import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { LanguageTag } from "#domain/platform/fields.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";
import { listInWorker } from "#lib/run-in-worker.ts";
import type { ImportFormat } from "../import-format.ts";
import { requireItems } from "../item-limits.ts";
import { readText } from "../read-text.ts";
import { addingTo, withUnread } from "../unread-files.ts";
import { wrongInput } from "../wrong-input.ts";
import type { ListedLink, SkippedLine } from "./list.ts";
import { courseOfLink, type ListedCourse, maxName, maxNote } from "./listed-course.ts";
import { saveListedCourse } from "./save-listed-course.ts";

/** One row per listed course and language. */
export const freeCourses: ImportFormat = {
  summary: "Lists of links to courses, one file per language",
  scopes: ["courses:write", "curriculum:write"],
  chunkSize: 50,
  async read(folder, { isBounded }) {
    const files = listFiles(folder).map((file) => ({ file, language: languageOf(file) }));
    const rows: JobRow[] = [];
    for (const { file, language } of files) {
      for (const row of await rowsOf(file, language)) rows.push(row);
      requireItems("links", rows.length, isBounded);
    }
    const lists = files.map(({ file }) => file);
    const all = await withUnread(rows, folder, lists);
    return { total: all.length, rows: all };
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

/** Parses a list in a worker thread: Markdown can take long to parse, by design of its author too. */
const readLinks = (file: string): AsyncGenerator<(ListedLink | SkippedLine)[]> =>
  listInWorker(new URL("./list-worker.ts", import.meta.url), { workerData: readText(file), timeoutMs });

async function rowsOf(file: string, language: string): Promise<JobRow[]> {
  const courses = new Map<string, { line: number; course: ListedCourse }>();
  const faults: JobRow[] = [];
  const skipped: Warning[] = [];
  for await (const links of readLinks(file)) {
    for (const link of links) {
      const place = `${file}:${link.line}`;
      if ("skipped" in link) {
        skipped.push({ place, detail: `text that is no link of a list is left out: ${link.skipped}` });
        continue;
      }
      if (link.name.length > maxName || link.note.length > maxNote) {
        skipped.push({ place, detail: `names are cut after ${maxName} characters, and notes after ${maxNote}` });
      }
      try {
        const course = courseOfLink(file, language, link);
        const known = courses.get(course.externalId);
        if (known) known.course.headingPaths.push(...course.headingPaths);
        else courses.set(course.externalId, { line: link.line, course });
      } catch (error) {
        faults.push(fault(file, link, error));
      }
    }
  }
  const rows = [...courses.values()].map(({ line, course }): JobRow => ({
    name: `${file}:${line}`,
    run: (context) => saveListedCourse(context, course),
  }));
  if (rows.length > 0 || faults.length > 0) return [...rows, ...faults].map(addingTo(skipped));
  const nothing = wrongInput(file, undefined, "expected links in lists: - [Name](https://…)");
  return [{ name: file, run: () => Promise.reject(nothing) }];
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
