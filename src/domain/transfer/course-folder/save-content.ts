import type { Context } from "#domain/platform/context.ts";
import { saveWholeCourse } from "#domain/transfer/whole-course/save-whole-course.ts";
import { fileIdsIn, linksToLecture, withFileAddresses } from "./body-links.ts";
import { type CourseDocument, textsWithTargets } from "./course-content.ts";
import type { CourseFiles } from "./course-files.ts";
import { nodesOf } from "./nodes.ts";
import { table } from "#database/table/table.ts";
import { isUsed, shownInTexts } from "#domain/files/files/references/references.ts";
import { dropFiles } from "#domain/files/files/keep-file.ts";
import { importPrefixes } from "#domain/files/files/queries.ts";

/**
 * Creates or replaces a course from its files. Nodes matched by `matchParts` keep their IDs; sections and lectures
 * that are no longer present are deleted.
 */
export async function saveContent(context: Context, content: CourseDocument, files: CourseFiles): Promise<Saved> {
  const earlier = new Set<string>();
  const saved = await save(context, content, files, earlier);
  const isLinked = content.sections.some(({ lectures }) =>
    lectures.some((lecture) => textsWithTargets(lecture).some(linksToLecture)),
  );
  // New lectures have an ID now, so that links can lead to them.
  if (isLinked && saved !== "unchanged") await save(context, content, files, earlier);
  await dropUnusedImages(context, [...earlier]);
  return saved;
}

type Saved = "created" | "updated" | "unchanged";

/** Adds the images of an existing description that it no longer shows to `earlier`. */
function save(context: Context, content: CourseDocument, files: CourseFiles, earlier: Set<string>): Promise<Saved> {
  const { status, categories, lecturers, cover, ...fields } = content.matter;
  return saveWholeCourse(context, {
    fields,
    status,
    categories,
    lecturers,
    async coverOf(inside, existingId) {
      return typeof cover === "string" ? files.idOf(inside, cover, existingId) : cover;
    },
    async descriptionOf(inside, existing) {
      const description = await descriptionOf(inside, content, files);
      if (description === undefined || existing === undefined) return description;
      const shownIds = fileIdsIn(description);
      for (const id of fileIdsIn(existing)) if (!shownIds.has(id)) earlier.add(id);
      return description;
    },
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

/**
 * Deletes images that an import has stored for a description, if nothing else uses or shows them. Skips images that
 * another transaction has locked, because it is about to show or to delete them.
 */
async function dropUnusedImages(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db, site } = context;
  const locked = await db.many<{ id: string }>`
    select files.id from ${table("files").withIds(site.id, ids)}
     where ${table("files").present} and files.external_id like ${`${importPrefixes.courseDescription}%`}
       for update skip locked`;
  if (locked.length === 0) return;
  const unused = await db.many<{ id: string }>`
    select files.id from files
     where files.site_id = ${site.id} and files.id = any(${locked.map(({ id }) => id)}::uuid[])
       and not (${isUsed(site.id, { orByDeleted: true })})`;
  const candidates = unused.map(({ id }) => id);
  const shownIds = await shownInTexts(context, candidates);
  await dropFiles(
    context,
    candidates.filter((id) => !shownIds.has(id)),
  );
}
