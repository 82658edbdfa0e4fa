import type { Context } from "#domain/platform/context.ts";
import { add, isChange } from "../changes.ts";
import type { ImportFormat } from "../import-format.ts";
import { courseOfLesson } from "./course-of-lesson.ts";
import { lessonFolders, readLesson } from "./lesson.ts";
import { saveCourse } from "./save-course.ts";

/** One row per lesson, with its whole content. */
export const carpentries: ImportFormat = {
  summary: "Lessons of The Carpentries, one course each",
  scopes: ["courses:write", "curriculum:write"],
  chunkSize: 1,
  read(folder) {
    const lessons = lessonFolders(folder);
    const rows = lessons.map((lesson) => ({ name: lesson, run: (context: Context) => save(context, lesson) }));
    return { total: rows.length, rows };
  },
};

async function save(context: Context, folder: string) {
  const { courses, sections, lectures } = await saveCourse(context, courseOfLesson(readLesson(folder)), context.now);
  if (courses.created > 0) return "created";
  return isChange([courses, sections, lectures].reduce(add)) ? "updated" : "unchanged";
}
