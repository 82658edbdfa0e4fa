import type { Context } from "#domain/platform/context.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { flatCategoryOf, serializeFlatCategory } from "#domain/content/flat-categories/flat-category.ts";
import { listCategoriesById } from "#domain/content/flat-categories/queries.ts";
import { postCategories } from "./post-category.ts";

export const itsPostCategory = named(
  {
    scope: "posts:read",
    item: flatCategoryOf(postCategories),
    find: async (context: Context, ids) =>
      (await listCategoriesById(context, postCategories, ids)).map((row) => serializeFlatCategory(postCategories, row)),
  },
  (post: { categoryId: string | null }) => post.categoryId,
);
