import type { Context } from "#domain/platform/context.ts";
import { saveWholeCourse } from "#domain/catalog/whole-course/save-whole-course.ts";
import type { CourseDocument } from "./course-content.ts";
import type { CourseFiles } from "./course-files.ts";
import { nodesOf } from "./nodes.ts";

/**
 * Creates or replaces a course from its files. Nodes matched by `matchParts` keep their IDs; sections and lectures
 * that are no longer present are deleted.
 */
export function saveContent(
  context: Context,
  content: CourseDocument,
  files: CourseFiles,
): Promise<"created" | "updated" | "unchanged"> {
  const { status, categories, lecturers, cover, ...fields } = content.matter;
  return saveWholeCourse(context, {
    fields: { ...fields, descriptionMarkdown: content.description },
    status,
    categories,
    lecturers,
    async coverOf(inside, existingId) {
      return typeof cover === "string" ? files.idOf(inside, cover, existingId) : cover;
    },
    nodesOf: (inside, courseId) => nodesOf(inside, courseId, content, files),
  });
}
