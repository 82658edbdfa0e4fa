import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { lockWithDependents, missingRelations } from "#domain/catalog/courses/relations.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyIdOrNone, range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  CourseCategory,
  CourseCategoryInTree,
  CourseCategoryChanges,
  type CourseCategoryRow,
  NewCourseCategory,
  serializeCategory,
  writableCategory,
} from "./course-category.ts";
import {
  chainAbove,
  columns,
  findCategory,
  hasDependents,
  insertCategory,
  isSlugTaken,
  lockCategory,
  maxCategoriesInTree,
  listCategories,
  maxNestingDepth,
  reassign,
  updateCategory,
} from "./queries.ts";

const categories = listing<CourseCategoryRow>({
  kind: "courseCategory",
  table: sql`course_categories`,
  columns,
  defaultSort: "position",
  sorts: { position: "integer", updatedAt: "timestamptz" },
  filters: {
    parentId: anyIdOrNone(
      Id("courseCategory"),
      sql`course_categories.parent_id`,
      "Courses in these categories. `null`: courses without a category.",
    ),
    updatedAt: range(Instant, sql`course_categories.updated_at`),
  },
});

export const listCourseCategories = operation({
  name: "listCourseCategories",
  summary: "List course categories",
  description: "Sorted by position.",
  reads: "courses:read",
  input: categories.input.extend({
    tree: z.boolean().default(false).meta({ description: "All categories on one page, each with its subcategories" }),
  }),
  output: pageSchemaOf(CourseCategoryInTree),
  async run(context, { tree, ...input }) {
    if (tree) return { data: await wholeTree(context), page: { nextCursor: null, hasMore: false } };
    return mapPage(await categories.page(context, input), serializeCategory);
  },
});

export const getCourseCategory = operation({
  name: "getCourseCategory",
  summary: "Retrieve a course category",
  reads: "courses:read",
  input: z.object({ id: Id("courseCategory") }),
  output: CourseCategory,
  async run(context, { id }) {
    const category = await findCategory(context, id);
    if (!category) throw notFound("category", formatId("courseCategory", id));
    return serializeCategory(category);
  },
});

async function wholeTree(context: Context): Promise<CourseCategoryInTree[]> {
  const all = await listCategories(context);
  if (all.length > maxCategoriesInTree) {
    throw new Problem(
      "invalid_request",
      `The site has more than ${maxCategoriesInTree} categories. List them page by page instead.`,
    );
  }
  const childrenOf = Map.groupBy(all, ({ parentId }) => parentId);
  const below = (id: string | null): CourseCategoryInTree[] =>
    (childrenOf.get(id) ?? []).map((category) => ({ ...serializeCategory(category), children: below(category.id) }));
  return below(null);
}

const uniqueCategory: Uniqueness = {
  kind: "courseCategory",
  table: sql`course_categories`,
  what: "category",
  value: uniqueSlug,
};

export const createCourseCategory = operation({
  name: "createCourseCategory",
  summary: "Create a course category",
  writes: { scope: "courses:write", unconfined: true },
  input: NewCourseCategory,
  output: CourseCategory,
  async run(context, fields) {
    const id = newId();
    await claimUnique(context, uniqueCategory, undefined, fields);
    const isTaken = (requested: string) => isSlugTaken(context, requested);
    const slug = fields.slug ?? (await freeSlug(context, fields.name, "category", isTaken));
    if (fields.parentId) await requireParent(context, id, fields.parentId);
    await insertUnique(context, uniqueCategory, { ...fields, slug }, () =>
      insertCategory(context, { ...fields, id, slug }, context.now),
    );
    return serializeCategory(await mustExist(findCategory(context, id)));
  },
});

export const updateCourseCategory = operation({
  name: "updateCourseCategory",
  summary: "Update a course category",
  writes: { scope: "courses:write", unconfined: true },
  input: CourseCategoryChanges.extend({ id: Id("courseCategory") }),
  output: CourseCategory,
  async run(context, { id, ...input }) {
    const existing = await requireCategory(context, id);
    const changes = computePatch(writableCategory, existing, input);
    if (isEmptyPatch(changes)) return unchanged(serializeCategory(existing));
    await claimUnique(context, uniqueCategory, id, changes);
    if (changes.parentId) await requireParent(context, id, changes.parentId);
    await updateCategory(context, id, changes, context.now);
    return serializeCategory(await mustExist(findCategory(context, id)));
  },
});

export const deleteCourseCategory = operation({
  name: "deleteCourseCategory",
  summary: "Delete a course category",
  description:
    "Fails while the category contains courses or subcategories, unless `reassign_to` names another category.",
  writes: { scope: "courses:write", unconfined: true },
  input: z.object({ id: Id("courseCategory"), reassignTo: Id("courseCategory").optional() }),
  output: z.object({ id: Id("courseCategory"), reassignedCourseIds: z.array(Id("course")) }),
  async run(context, { id, reassignTo }) {
    await requireCategory(context, id);
    await lockWithDependents(context, "category", [id]);
    if (reassignTo !== undefined && (reassignTo === id || !(await lockCategoryIfExists(context, reassignTo)))) {
      throw validationFailed("/reassignTo", "not_found", "Expected another category of this site.");
    }
    if (reassignTo !== undefined && (await chainAbove(context, reassignTo)).includes(id)) {
      throw validationFailed(
        "/reassignTo",
        "circular",
        "The target is a subcategory of the deleted category. Move it first.",
      );
    }
    if (reassignTo === undefined && (await hasDependents(context, id))) {
      throw new Problem(
        "has_dependents",
        "The category contains courses or subcategories. Send reassign_to to move them.",
      );
    }
    const reassignedCourseIds = await reassign(context, id, reassignTo ?? null, context.now);
    await updateCategory(context, id, { deletedAt: context.now }, context.now);
    return { id, reassignedCourseIds };
  },
  event: (_input, { reassignedCourseIds }) =>
    reassignedCourseIds.map((id) => eventAbout("course.updated", "course", id)),
});

async function requireCategory(context: Context, id: string): Promise<CourseCategoryRow> {
  const category = await lockCategory(context, id);
  if (!category) throw notFound("category", formatId("courseCategory", id));
  requireVersion(context, category);
  return category;
}

/** Returns true if the category exists. Locks it against deletion until the transaction ends. */
const lockCategoryIfExists = async (context: Context, id: string): Promise<boolean> =>
  (await missingRelations(context, { categoryIds: [id] })).category === undefined;

async function requireParent(context: Context, id: string, parentId: string): Promise<void> {
  // Locked, so that two concurrent moves cannot create a cycle: one of them sees the other.
  const chain = await chainAbove(context, parentId);
  if (!(await lockCategoryIfExists(context, parentId))) {
    throw validationFailed("/parentId", "not_found", `No category has the ID ${formatId("courseCategory", parentId)}.`);
  }
  if (chain.includes(id)) throw validationFailed("/parentId", "circular", "A category cannot be its own parent.");
  if (chain.length >= maxNestingDepth) {
    throw validationFailed("/parentId", "too_deep", `Categories can be nested at most ${maxNestingDepth} levels deep.`);
  }
}
