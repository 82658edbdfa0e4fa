import path from "node:path";
import type { CourseDocument } from "#domain/catalog/course-folder/course-content.ts";
import { CourseFiles } from "#domain/catalog/course-folder/course-files.ts";
import { saveContent } from "#domain/catalog/course-folder/save-content.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";
import { findFoldersWith } from "#domain/catalog/whole-course/find-folders.ts";
import type { ImportFormat } from "../import-format.ts";
import { wrongInput } from "../wrong-input.ts";
import { convertOlx } from "./convert.ts";
import { OlxFolder } from "./olx-folder.ts";
import { withoutFiles } from "./unused-files.ts";

/** One row per course, with its whole content. */
export const olx: ImportFormat = {
  summary: "Courses of Open edX (OLX)",
  scopes: ["courses:write", "curriculum:write"],
  chunkSize: 1,
  read(folder) {
    const courses = findFoldersWith(["course.xml"], folder);
    if (courses.length > 0) return { total: courses.length, rows: courses.map(rowOf) };
    throw wrongInput(folder, undefined, "expected a course in OLX: a folder with course.xml");
  },
};

function rowOf(folder: string): JobRow {
  const source = new OlxFolder(folder);
  const files = new CourseFiles(folder);
  let content: CourseDocument | undefined = undefined;
  return {
    name: path.join(folder, "course.xml"),
    async prepare(context) {
      const document = await convertOlx(source);
      const refused = await files.prepareWhatIsTaken(context, document);
      content = withoutFiles(document, new Set(refused.keys()));
      for (const [name, why] of refused) {
        source.warnings.push({ place: path.join(folder, name), detail: `the file is left out: ${why}` });
      }
    },
    async run(context) {
      const document = content;
      content = undefined;
      if (!document) throw new Error("The course was not prepared.");
      return saveContent(context, document, files);
    },
    warnings: () => source.warnings,
  };
}
