import type { Context } from "#domain/platform/context.ts";
import { add, isChange } from "../changes.ts";
import type { JobRow } from "#domain/platform/jobs/job-work.ts";
import { convertInWorker } from "../convert-in-worker.ts";
import type { ImportFormat } from "../import-format.ts";
import type { CourseOfLesson } from "./course-of-lesson.ts";
import { lessonFolders } from "./lesson.ts";
import { saveCourse } from "./save-course.ts";

/** One row per lesson, with its whole content. */
export const carpentries: ImportFormat = {
  summary: "Lessons of The Carpentries, one course each",
  scopes: ["courses:write", "curriculum:write"],
  chunkSize: 1,
  read(folder) {
    const lessons = lessonFolders(folder);
    return { total: lessons.length, rows: lessons.map(rowOf) };
  },
};

function rowOf(folder: string): JobRow {
  let course: CourseOfLesson | undefined;
  return {
    name: folder,
    async prepare() {
      course = await convertInWorker<CourseOfLesson>(new URL("./convert-worker.ts", import.meta.url), folder);
    },
    async run(context) {
      const converted = course;
      course = undefined;
      if (!converted) throw new Error("The course was not prepared.");
      return save(context, converted);
    },
  };
}

async function save(context: Context, course: CourseOfLesson) {
  const { courses, sections, lectures } = await saveCourse(context, course, context.now);
  if (courses.created > 0) return "created";
  return isChange([courses, sections, lectures].reduce(add)) ? "updated" : "unchanged";
}
