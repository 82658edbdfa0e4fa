import type { Context } from "#domain/platform/context.ts";
import { add, isChange } from "../changes.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";
import { requireCurriculumSize } from "#domain/catalog/curriculum/limits.ts";
import { convertInWorker } from "../convert-in-worker.ts";
import type { ImportFormat } from "../import-format.ts";
import type { CourseOfLesson } from "./course-of-lesson.ts";
import { requireItems } from "../item-limits.ts";
import { lessonFolders } from "./lesson.ts";
import { unreadFiles, withUnread } from "../unread-files.ts";
import { saveCourse } from "./save-course.ts";

/** One row per lesson, with its whole content. */
export const carpentries: ImportFormat = {
  summary: "Lessons of The Carpentries, one course each",
  scopes: ["courses:write", "curriculum:write"],
  chunkSize: 1,
  async read(folder, { isBounded }) {
    const lessons = lessonFolders(folder);
    requireItems("courses", lessons.length, isBounded);
    const rows = await withUnread(lessons.map(rowOf), folder, lessons);
    return { total: rows.length, rows };
  },
};

function rowOf(folder: string): JobRow {
  let course: CourseOfLesson | undefined;
  let warnings: Warning[] = [];
  return {
    name: folder,
    async prepare() {
      course = await convertInWorker<CourseOfLesson>(new URL("./convert-worker.ts", import.meta.url), folder);
      requireCurriculumSize(course.sections);
      warnings = [...course.warnings, ...(await unreadFiles(folder, isReadIn(course)))];
    },
    async run(context) {
      const converted = course;
      course = undefined;
      if (!converted) throw new Error("The course was not prepared.");
      return save(context, converted);
    },
    warnings: () => warnings,
  };
}

/** With the address of its site, links of the text lead to the published pictures and downloads of the lesson. */
const isReadIn = ({ files, hasSite }: CourseOfLesson) => {
  const read = new Set(files);
  return (file: string) =>
    read.has(file) || (hasSite && /^(episodes|learners|instructors|profiles)\/(fig|files|data)\//.test(file));
};

async function save(context: Context, course: CourseOfLesson) {
  const { courses, sections, lectures } = await saveCourse(context, course, context.now);
  if (courses.created > 0) return "created";
  return isChange([courses, sections, lectures].reduce(add)) ? "updated" : "unchanged";
}
