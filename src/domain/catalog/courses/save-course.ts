import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { Outcome, unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId, Name, ReferenceTo } from "#domain/platform/fields.ts";
import { requireNewFiles, requireNewSeoImage } from "#domain/files/files/references/require-files.ts";
import { findOrCreate } from "#domain/platform/find-or-create.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { previousOf } from "#domain/platform/outbox/previous-attributes.ts";
import { requirePeriod } from "#domain/platform/time/period.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  Course,
  CourseChanges,
  type CourseRecord,
  NewCourseFields,
  writableCourse,
  serializeCourse,
} from "./course.ts";
import { copyPlans, requireNoPricedPlan } from "./priced-plans.ts";
import { requirePromoVideo } from "./promo-video.ts";
import { ownLecturerId, requireOwnCourse } from "./own-courses.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { filterFields } from "#lib/json/typed-object.ts";
import { copiedName } from "#domain/platform/names/copied-name.ts";
import { copyCurriculum, copyPromoVideo } from "#domain/catalog/curriculum/copy/copy-sections.ts";
import { raiseCurriculum } from "#domain/catalog/curriculum/tree/tree-version.ts";
import { versioned } from "#domain/platform/versioned.ts";
import {
  copyCertificates,
  findCourse,
  findCourseByExternalId,
  findCourseBySlug,
  insertCourse,
  lockCourse,
  updateCourse as storeCourse,
} from "./queries.ts";
import { markRelatedUpdated, missingRelations, relate } from "./relations.ts";

const encodeCourse = compileEncoder(Course);

interface CourseChange {
  previous: z.output<typeof Course>;
}

/** A change event with the previous values of the changed fields. */
const courseUpdated = (
  _input: unknown,
  course: z.output<typeof Course>,
  { previous }: Partial<CourseChange> = {},
): OutboxEvent => ({
  ...eventAbout("course.updated", "course", course.id),
  previousAttributes: previous && previousOf(encodeCourse(previous), encodeCourse(course)),
});

const uniqueCourse: Uniqueness = {
  kind: "course",
  table: sql`courses`,
  what: "course",
  value: uniqueSlug,
  find: findCourseBySlug,
};

export const createCourse = operation({
  name: "createCourse",
  summary: "Create a course",
  description: "The course starts as a draft.",
  writes: "courses:write",
  input: NewCourseFields,
  output: Course,
  run: (context, fields) => create(context, fields),
  emits: "course.created",
});

export const updateCourse = operation({
  name: "updateCourse",
  summary: "Update a course",
  writes: "courses:write",
  input: CourseChanges.extend({ course: ReferenceTo("course") }),
  output: Course,
  async run(context, { course: reference, ...changes }) {
    return change(context, await requireCourse(context, reference), changes);
  },
  event: courseUpdated,
});

export const upsertCourse = operation({
  name: "upsertCourse",
  summary: "Create or update a course by external ID",
  writes: "courses:write",
  input: NewCourseFields.extend({ externalId: ExternalId }),
  output: versioned(Course.extend({ created: z.boolean() })),
  async run(context, { externalId, ...fields }) {
    const found = await findOrCreate(
      context,
      () => findCourseByExternalId(context, externalId),
      () => create(context, { ...fields, externalId }),
    );
    if ("made" in found) return new Outcome({ ...found.made, created: true });
    const { known } = found;
    const existing = await requireCourse(context, { id: known.id }, { deleted: true });
    // Restores a deleted course: an upsert states that the course exists.
    if (existing.deletedAt) {
      await storeCourse(context, existing, { deletedAt: null, status: "draft" }, context.now);
      await markRelatedUpdated(context, existing.id);
    }
    return (await change(context, existing, fields)).map((course) => ({ ...course, created: false }));
  },
  event: (input, course, facts) =>
    course.created ? eventAbout("course.created", "course", course.id) : courseUpdated(input, course, facts),
});

export const duplicateCourse = operation({
  name: "duplicateCourse",
  summary: "Duplicate a course",
  description:
    "The copy is a draft with its own sections, lectures, quizzes, assignments and attachments. Prices are copied as " +
    "inactive. Files are shared. Enrollments, progress, reviews and comments are not copied.",
  writes: "courses:write",
  input: z.object({ course: ReferenceTo("course"), name: Name.optional() }),
  output: Course,
  async run(context, { course: reference, name: requested }) {
    const original = await requireCourse(context, reference);
    const name = requested ?? copiedName(context.site, original.name);
    const slug = await freeSlug(context, name, "course", (one) => isSlugTaken(context, one));
    const id = newId();
    const fields = filterFields(original, (_value, field) => isCopied(field));
    await insertCourse(context, { ...fields, id, slug, name }, context.now);
    await copyCertificates(context, original.id, id);
    const { categoryIds, lecturerIds } = original;
    await missingRelations(context, { categoryIds, lecturerIds });
    await relate(context, id, { categoryIds, lecturerIds });
    const { attachments } = await copyCurriculum(context, { from: original.id, to: id }, context.now);
    const promo = attachments.get(original.promoVideoAttachmentId ?? "");
    if (promo !== undefined) await copyPromoVideo(context, id, promo);
    await copyPlans(context, { from: original.id, to: id });
    await raiseCurriculum(context, id);
    return serializeCourse(context, await mustExist(findCourse(context, { id })));
  },
  emits: "course.created",
});

const notCopied: ReadonlySet<string> = new Set([
  "name",
  "slug",
  "externalId",
  "categoryIds",
  "lecturerIds",
  "promoVideoAttachmentId",
]);

const isCopied = (field: string): boolean => field in writableCourse && !notCopied.has(field);

const isSlugTaken = async (context: Context, slug: string): Promise<boolean> =>
  (await findCourseBySlug(context, slug)) !== undefined;

/** Returns the course, locked. Throws unless the caller may access it and If-Match matches its version. */
export async function requireCourse(
  context: Context,
  reference: { id: string } | { slug: string },
  { deleted = false, lock = lockCourse } = {},
): Promise<CourseRecord> {
  const course = await lock(context, reference);
  if (!course || (course.deletedAt && !deleted)) throw resourceNotFound("course", reference);
  await requireOwnCourse(context, course.id);
  requireVersion(context, course);
  return course;
}

async function create(context: Context, fields: z.output<typeof NewCourseFields>) {
  const { categoryIds, lecturerIds, ...input } = fields;
  const teaching = isConfined(context) ? [...(lecturerIds ?? []), await ownLecturerId(context)] : lecturerIds;
  requirePeriod(input.availableFrom, input.availableUntil, "/availableUntil");
  await requireRelations(context, { categoryIds, lecturerIds: teaching });
  await requireNewFiles(context, ["coverFileId"], input);
  await requireNewSeoImage(context, input);
  await requirePromoVideo(context, input.promoVideoAttachmentId, undefined);
  const slug =
    fields.slug ?? (await freeSlug(context, fields.name, "course", (requested) => isSlugTaken(context, requested)));
  const id = newId();
  const completion = { ...defaultCompletion, ...fields.completion };
  const { defaultLocale: language } = context.site;
  await insertUnique(context, uniqueCourse, { slug, externalId: fields.externalId }, () =>
    insertCourse(context, { language, ...input, completion, id, slug }, context.now),
  );
  await relate(context, id, { categoryIds, lecturerIds: teaching });
  return serializeCourse(context, await mustExist(findCourse(context, { id })));
}

const defaultCompletion = { requiredPercent: 100, requireQuizzes: false, requireAssignments: false };

async function change(
  context: Context,
  existing: CourseRecord,
  input: z.output<typeof CourseChanges>,
): Promise<Outcome<ReturnType<typeof serializeCourse<CourseRecord>>, CourseChange>> {
  const changed = computePatch(writableCourse, existing, input);
  const before = serializeCourse(context, existing);
  if (isEmptyPatch(changed) && !existing.deletedAt) return unchanged(before);
  const { categoryIds, lecturerIds, ...changes } = changed;
  const { availableFrom, availableUntil } = { ...existing, ...changes };
  requirePeriod(availableFrom, availableUntil, "/availableUntil");
  await requireRelations(context, { categoryIds, lecturerIds });
  await requireNewFiles(context, ["coverFileId"], changes, existing);
  await requireNewSeoImage(context, changes, existing);
  await requirePromoVideo(context, changes.promoVideoAttachmentId, existing.id);
  if (changes.courseType === "free") await requireNoPricedPlan(context, existing.id);
  const { slug, externalId } = changes;
  await claimUnique(context, uniqueCourse, existing.id, { slug, externalId });
  await relate(context, existing.id, {
    categoryIds,
    lecturerIds: lecturerIds && (await withOwn(context, lecturerIds)),
  });
  await storeCourse(context, existing, changes, context.now);
  const course = serializeCourse(context, await mustExist(findCourse(context, { id: existing.id })));
  return new Outcome(course, { facts: { previous: before } });
}

/** Keeps the caller as lecturer, because removing themselves would also remove their right to change the course. */
const withOwn = async (context: Context, lecturerIds: string[]): Promise<string[]> =>
  isConfined(context) ? [...new Set([...lecturerIds, await ownLecturerId(context)])] : lecturerIds;

async function requireRelations(
  context: Context,
  { categoryIds = [], lecturerIds = [] }: { categoryIds?: string[]; lecturerIds?: string[] | undefined },
) {
  const { category, lecturer } = await missingRelations(context, { categoryIds, lecturerIds });
  if (category) {
    const index = categoryIds.indexOf(category);
    throw validationFailed(
      `/categoryIds/${index}`,
      "not_found",
      `No category has the ID ${formatId("courseCategory", category)}.`,
    );
  }
  if (lecturer) {
    const index = lecturerIds.indexOf(lecturer);
    throw validationFailed(
      `/lecturerIds/${index}`,
      "not_found",
      `No lecturer has the ID ${formatId("lecturer", lecturer)}.`,
    );
  }
}
