import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { countCourses, hasCourses, reassignAll } from "#domain/catalog/courses/relations.ts";
import type { CourseCategoryRow } from "./course-category.ts";

export const columns = sql`
  course_categories.id, course_categories.name, course_categories.slug, course_categories.parent_id,
  course_categories.position, course_categories.external_id, course_categories.metadata, course_categories.version,
  course_categories.created_at, course_categories.updated_at,
  ${countCourses("category", sql`course_categories`)} as course_count`;

export const {
  find: findCategory,
  lockFirst: lockCategory,
  insertUnique: insertCategory,
  update: updateCategory,
  listById: listCategoriesById,
} = defineTable<
  CourseCategoryRow,
  Pick<CourseCategoryRow, "id" | "name" | "slug"> & Partial<CourseCategoryRow>,
  Partial<Omit<CourseCategoryRow, "id" | "version">> & { deletedAt?: Date }
>("course_categories", { columns });

export const maxCategoriesInTree = 1000;

/** Returns all categories in order, at most one more than a tree may contain. */
export const listCategories = ({ db, site }: SiteScope): Promise<CourseCategoryRow[]> =>
  db.many<CourseCategoryRow>`
    select ${columns} from course_categories
     where site_id = ${site.id} and deleted_at is null order by position, id limit ${maxCategoriesInTree + 1}`;

export const isSlugTaken = async ({ db, site }: SiteScope, slug: string, exceptId?: string): Promise<boolean> => {
  const holder = await db.first<{ id: string }>`
    select id from course_categories where site_id = ${site.id} and slug = ${slug} and deleted_at is null`;
  return holder !== undefined && holder.id !== exceptId;
};

/** Returns the category and its ancestors, starting with the category itself. */
export const chainAbove = async ({ db, site }: SiteScope, id: string): Promise<string[]> => {
  const chain: string[] = [];
  for (let at: string | null = id; at !== null && chain.length < maxNestingDepth;) {
    chain.push(at);
    const above: { parentId: string | null } | undefined = await db.first<{ parentId: string | null }>`
      select parent_id from course_categories where site_id = ${site.id} and id = ${at} and ${table("course_categories").present}
         for share`;
    at = above?.parentId ?? null;
  }
  return chain;
};

export const maxNestingDepth = 6;

export const hasDependents = async (scope: SiteScope, id: string): Promise<boolean> => {
  const { db, site } = scope;
  const below = await db.first`
    select id from course_categories where site_id = ${site.id} and parent_id = ${id} and deleted_at is null limit 1`;
  return below !== undefined || hasCourses(scope, "category", id);
};

/**
 * Moves the contents of a category to another category, or removes them from it. Returns the IDs of the changed
 * courses.
 */
export async function reassign(scope: SiteScope, from: string, to: string | null, now: Date): Promise<string[]> {
  const { db, site } = scope;
  const changed = await reassignAll(scope, "category", [from], to, now);
  await db.run`
    update course_categories set parent_id = ${to}, version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and parent_id = ${from} and deleted_at is null`;
  return changed;
}
