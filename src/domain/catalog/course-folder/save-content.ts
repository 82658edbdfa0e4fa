import type { Context } from "#domain/platform/context.ts";
import { saveWholeCourse } from "#domain/catalog/whole-course/save-whole-course.ts";
import { linksToLecture, withFileAddresses } from "./body-links.ts";
import type { CourseDocument } from "./course-content.ts";
import type { CourseFiles } from "./course-files.ts";
import { nodesOf } from "./nodes.ts";
import { textsWithTargets } from "./prompts.ts";

/**
 * Creates or replaces a course from its files. Nodes matched by `matchParts` keep their IDs; sections and lectures
 * that are no longer present are deleted.
 */
export async function saveContent(context: Context, content: CourseDocument, files: CourseFiles): Promise<Saved> {
  const saved = await save(context, content, files);
  const isLinked = content.sections.some(({ lectures }) =>
    lectures.some((lecture) => textsWithTargets(lecture).some(linksToLecture)),
  );
  // New lectures have an ID now, so that links can lead to them.
  if (isLinked && saved !== "unchanged") await save(context, content, files);
  return saved;
}

type Saved = "created" | "updated" | "unchanged";

function save(context: Context, content: CourseDocument, files: CourseFiles): Promise<Saved> {
  const { status, categories, lecturers, cover, ...fields } = content.matter;
  return saveWholeCourse(context, {
    fields,
    status,
    categories,
    lecturers,
    async coverOf(inside, existingId) {
      return typeof cover === "string" ? files.idOf(inside, cover, existingId) : cover;
    },
    descriptionOf: (inside) => descriptionOf(inside, content, files),
    nodesOf: (inside, courseId) => nodesOf(inside, courseId, content, files),
  });
}

/** The description with the addresses of the images that it shows. */
async function descriptionOf(
  context: Context,
  { description, descriptionImages = [] }: CourseDocument,
  files: CourseFiles,
): Promise<string | undefined> {
  if (description === undefined || descriptionImages.length === 0) return description;
  const ids = new Map<string, string>();
  for (const image of descriptionImages) ids.set(image, await files.publicIdOf(context, image));
  return withFileAddresses(description, ids);
}
