import path from "node:path";
import { statSync } from "node:fs";
import { type CourseContent, filesNamedIn } from "#domain/transfer/course-folder/course-content.ts";
import { CourseFiles } from "#domain/transfer/course-folder/course-files.ts";
import { type Fault, problemOfFaults } from "#domain/platform/input/yaml-fields.ts";
import { locateProblem } from "./locate-problem.ts";
import { findCourseFolders, readCourseFolder } from "#domain/transfer/course-folder/read-folder.ts";
import { saveContent } from "#domain/transfer/course-folder/save-content.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import type { ImportFormat } from "../import-format.ts";
import { requireItems } from "../item-limits.ts";
import { unreadFiles, withUnread } from "../unread-files.ts";
import { wrongInput } from "../wrong-input.ts";

/** One row per course, with its whole content. */
export const courseFolder: ImportFormat = {
  summary: "Courses as folders of Markdown",
  scopes: ["courses:write", "curriculum:write"],
  async read(folder, { dryRun, isBounded }) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw wrongInput(folder, undefined, "expected a folder with courses, it does not exist");
    }
    const courses = findCourseFolders(folder);
    if (courses.length === 0) {
      throw wrongInput(folder, undefined, "expected a course (a folder with course.md), or folders with one each");
    }
    requireItems("courses", courses.length, isBounded);
    // A dry run reports errors per course instead.
    if (!dryRun) await checkCourseFolders(courses);
    const rows = await withUnread(courses.map(rowOf), folder, courses);
    return { total: rows.length, rows };
  },
};

/** Reads the files of a course when its row runs, so that a whole school need not fit in memory. */
function rowOf(folder: string): JobRow {
  const files = new CourseFiles(folder);
  let content: CourseContent | undefined;
  let warnings: Warning[] = [];
  return {
    name: path.join(folder, "course.md"),
    async prepare(context) {
      const read = await readCourseFolder(folder, await findTimeZone(context));
      if ("faults" in read) throw problemOfFaults(read.faults);
      await files.prepare(context, read.content);
      ({ content } = read);
      const courseFiles = new Set(filesOf(read.content).map((file) => file.normalize("NFC")));
      warnings = await unreadFiles(folder, (file) => courseFiles.has(file.normalize("NFC")));
    },
    async run(context) {
      const document = content;
      content = undefined;
      if (!document) throw new Error("The course was not prepared.");
      try {
        return await saveContent(context, document, files);
      } catch (error) {
        throw error instanceof Problem ? await locateProblem(error, folder, document) : error;
      }
    },
    warnings: () => warnings,
  };
}

/** The files of a course, with paths within its folder. */
const filesOf = (content: CourseContent): string[] => [
  "course.md",
  ...content.sections.flatMap(({ name, lectures }) => [
    `${name}/section.md`,
    ...lectures.map((lecture) => `${name}/${lecture.name}.md`),
  ]),
  ...filesNamedIn(content).map((file) => path.posix.normalize(file)),
];

/** Throws a problem that lists every error in the course folders. */
async function checkCourseFolders(courses: readonly string[]): Promise<void> {
  const faults: Fault[] = [];
  for (const course of courses) {
    const read = await readCourseFolder(course);
    if ("faults" in read) faults.push(...read.faults);
  }
  if (faults.length > 0) throw problemOfFaults(faults);
}
