import type { Context } from "#domain/platform/context.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { flatCategoryOf, serializeFlatCategory } from "#domain/content/flat-categories/flat-category.ts";
import { listCategoriesById } from "#domain/content/flat-categories/queries.ts";
import { eventCategories } from "./event-category.ts";

export const itsEventCategory = named(
  {
    scope: "events:read",
    item: flatCategoryOf(eventCategories),
    find: async (context: Context, ids) =>
      (await listCategoriesById(context, eventCategories, ids)).map((row) =>
        serializeFlatCategory(eventCategories, row),
      ),
  },
  (event: { categoryId: string | null }) => event.categoryId,
);
