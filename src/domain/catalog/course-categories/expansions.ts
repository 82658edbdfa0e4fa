import type { Context } from "#domain/platform/context.ts";
import { allNamed, named } from "#domain/platform/expansion/expansion.ts";
import { CourseCategory, serializeCategory } from "./course-category.ts";
import { listCategoriesById } from "./queries.ts";

const categories = {
  scope: "courses:read",
  item: CourseCategory,
  find: async (context: Context, ids: readonly string[]) =>
    (await listCategoriesById(context, ids)).map(serializeCategory),
} as const;

export const courseCategoryExpansions = {
  parent: named(categories, (category: { parentId: string | null }) => category.parentId),
};

export const itsCategories = allNamed(
  { ...categories, within: courseCategoryExpansions },
  (course: { categoryIds: string[] }) => course.categoryIds,
);
