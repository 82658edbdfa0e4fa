import { isDeepStrictEqual } from "node:util";
import type { Context } from "#domain/platform/context.ts";
import { insertCategory } from "#domain/catalog/course-categories/queries.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import {
  findCourseByExternalId,
  findCourseBySlug,
  insertCourse,
  lockCourse,
  updateCourse,
} from "#domain/catalog/courses/queries.ts";
import { missingRelations, relate } from "#domain/catalog/courses/relations.ts";
import { moveAddress, takeAddress } from "#domain/platform/addresses/move-address.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { findLecturer } from "#domain/catalog/lecturers/queries.ts";
import { RetryableProblem, Problem, validationFailed } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { filterFields } from "#lib/json/typed-object.ts";
import type { WholeCourse } from "./whole-course.ts";

interface Saved {
  id: string;
  isNew: boolean;
  isChanged: boolean;
}

/** Updates the course with this external ID or, if there is none, with this slug. Otherwise creates it as a draft. */
export async function saveCourseFields(context: Context, course: WholeCourse): Promise<Saved> {
  const { slug, language, ...fields } = course.fields;
  const existing = await findExisting(context, course.fields);
  const coverFileId = await course.coverOf?.(context, existing?.coverFileId ?? null);
  const descriptionMarkdown =
    (await course.descriptionOf?.(context, existing?.descriptionMarkdown)) ?? fields.descriptionMarkdown;
  const requested = definedFields({ ...fields, descriptionMarkdown, coverFileId });
  const categoryIds = course.categories && (await categoriesOf(context, course.categories));
  const lecturerIds = course.lecturers && (await lecturersOf(context, course.lecturers));
  const id = existing?.id ?? newId();
  const isChanged = existing
    ? await change(context, existing, definedFields({ ...requested, slug, language }))
    : await insert(context, {
        ...requested,
        id,
        name: fields.name,
        slug: slug ?? (await slugOf(context, fields.name)),
        language: language ?? context.site.defaultLocale,
      });
  const isFiled =
    categoryIds === undefined || isDeepStrictEqual(new Set(existing?.categoryIds ?? []), new Set(categoryIds));
  const isVisibleToStudents = lecturerIds === undefined || isDeepStrictEqual(existing?.lecturerIds ?? [], lecturerIds);
  await relate(context, id, {
    categoryIds: isFiled ? undefined : categoryIds,
    lecturerIds: isVisibleToStudents ? undefined : lecturerIds,
  });
  if (existing && !isChanged && (!isFiled || !isVisibleToStudents))
    await updateCourse(context, existing, {}, context.now);
  return { id, isNew: !existing, isChanged: isChanged || !isFiled || !isVisibleToStudents };
}

/** Removes undefined fields. */
const definedFields = <Fields extends object>(fields: Fields) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The undefined fields are removed.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]?: Exclude<Fields[Field], undefined>;
  };

async function findExisting(
  context: Context,
  { externalId = null, slug }: WholeCourse["fields"],
): Promise<CourseRecord | undefined> {
  const bySlug = slug === undefined ? undefined : await findCourseBySlug(context, slug);
  const byExternalId = externalId === null ? undefined : await findCourseByExternalId(context, externalId);
  const isOther = bySlug && externalId !== null && bySlug.externalId !== null && bySlug.externalId !== externalId;
  if (bySlug && ((byExternalId && byExternalId.id !== bySlug.id) || isOther)) {
    const detail = `The slug ${slug} belongs to the course ${formatId("course", bySlug.id)}, which has a different external_id. Choose another slug.`;
    throw new Problem("slug_taken", detail, { errors: [{ pointer: "/slug", code: "slug_taken", detail }] });
  }
  const existing = byExternalId ?? bySlug;
  return existing && (await lockCourse(context, { id: existing.id }));
}

const slugOf = (context: Context, name: string): Promise<string> =>
  freeSlug(context, name, "course", async (requested) => (await findCourseBySlug(context, requested)) !== undefined);

type DesiredCourse = Partial<Omit<CourseRecord, "id" | "version" | "categoryIds" | "lecturerIds">>;

async function insert(
  context: Context,
  course: DesiredCourse & Pick<CourseRecord, "id" | "slug" | "name">,
): Promise<boolean> {
  if (await insertCourse(context, course, context.now)) {
    await takeAddress(context, "course", course.slug);
    return true;
  }
  throw new RetryableProblem("conflict", "The same course was created concurrently. Import it again.");
}

async function change(context: Context, existing: CourseRecord, requested: DesiredCourse): Promise<boolean> {
  const changes: DesiredCourse = filterFields(
    requested,
    (value, name) => !isDeepStrictEqual(asRecord(existing)[name], value),
  );
  // Restores a deleted course, because its source states that it exists.
  const isRestored = existing.deletedAt ? { deletedAt: null, status: "draft" as const } : {};
  const all = { ...changes, ...isRestored };
  if (Object.keys(all).length === 0) return false;
  await moveAddress(context, "course", existing.id, all.slug);
  await updateCourse(context, existing, all, context.now);
  return true;
}

/** Creates missing categories, named after their slugs. Locks existing ones against deletion. */
async function categoriesOf(context: Context, slugs: readonly string[]): Promise<string[]> {
  const { db, site, now } = context;
  const ids: string[] = [];
  for (const slug of slugs) {
    const existing = await db.first<{ id: string }>`
      select id from course_categories where site_id = ${site.id} and slug = ${slug} and deleted_at is null
         for key share`;
    const id = existing?.id ?? newId();
    if (!existing) await insertCategory(context, { id, slug, name: nameOfSlug(slug) }, now);
    ids.push(id);
  }
  return ids;
}

const nameOfSlug = (slug: string): string => {
  const words = slug.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Lecturers are not created, because a profile describes a person. */
async function lecturersOf(context: Context, slugs: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, slug] of slugs.entries()) {
    const lecturer = await findLecturer(context, { slug });
    if (!lecturer) {
      const detail = `There is no lecturer with the slug ${slug} at this site. Create the lecturer first.`;
      throw validationFailed(`/lecturers/${index}`, "not_found", detail);
    }
    if (!ids.includes(lecturer.id)) ids.push(lecturer.id);
  }
  if ((await missingRelations(context, { lecturerIds: ids })).lecturer !== undefined) {
    throw new RetryableProblem("conflict", "A lecturer of the course was deleted during the import. Import it again.");
  }
  return ids;
}
