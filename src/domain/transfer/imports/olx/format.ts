import path from "node:path";
import type { CourseDocument } from "#domain/transfer/course-folder/course-content.ts";
import { CourseFiles } from "#domain/transfer/course-folder/course-files.ts";
import { saveContent } from "#domain/transfer/course-folder/save-content.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";
import { findFoldersWith } from "#domain/transfer/whole-course/find-folders.ts";
import { requireItems } from "../item-limits.ts";
import type { ImportFormat } from "../import-format.ts";
import { withUnread } from "../unread-files.ts";
import { wrongInput } from "../wrong-input.ts";
import { convertOlx } from "./convert.ts";
import { withoutFiles } from "./unused-files.ts";

const libraryFile = "library.xml";

/** Questions belong to the quiz of a lecture here. */
const noLibraries =
  `${libraryFile} is a content library of Open edX, and Lectern has no question banks. ` +
  "Import a course that uses the library: its components are in the export of the course.";

/** One row per course, with its whole content. */
export const olx: ImportFormat = {
  summary: "Courses of Open edX (OLX)",
  scopes: ["courses:write", "curriculum:write"],
  async read(folder, { isBounded }) {
    const found = findFoldersWith(["course.xml", libraryFile], folder);
    const courses = findFoldersWith(["course.xml"], folder);
    const libraries = found.filter((one) => !courses.includes(one));
    requireItems("courses", courses.length + libraries.length, isBounded);
    if (courses.length > 0) {
      const rows = await withUnread([...courses.map(rowOf), ...libraries.map(libraryRowOf)], folder, found);
      return { total: rows.length, rows };
    }
    const expected = "expected a course in OLX: a folder with course.xml";
    throw wrongInput(folder, undefined, libraries.length > 0 ? `${expected}. ${noLibraries}` : expected);
  },
};

const libraryRowOf = (folder: string): JobRow => ({
  name: path.join(folder, libraryFile),
  run: () => Promise.reject(wrongInput(path.join(folder, libraryFile), undefined, noLibraries)),
});

function rowOf(folder: string): JobRow {
  const files = new CourseFiles(folder);
  let warnings: Warning[] = [];
  let content: CourseDocument | undefined = undefined;
  return {
    name: path.join(folder, "course.xml"),
    async prepare(context) {
      const { course, inlineFiles, renamedFiles, ...converted } = await convertOlx(folder);
      warnings = converted.warnings;
      for (const [name, bytes] of inlineFiles) files.add(name, bytes);
      for (const [name, file] of renamedFiles) files.rename(name, file);
      const refused = await files.prepareSupported(context, course);
      content = withoutFiles(course, new Set(refused.keys()));
      for (const [name, why] of refused) {
        warnings.push({ place: path.join(folder, name), detail: `the file is left out: ${why}` });
      }
    },
    async run(context) {
      const document = content;
      content = undefined;
      if (!document) throw new Error("The course was not prepared.");
      return saveContent(context, document, files);
    },
    warnings: () => warnings,
  };
}
