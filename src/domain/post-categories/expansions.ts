import type { Context } from "#domain/context.ts";
import { named } from "#domain/expansion/expansion.ts";
import { PostCategory, presentPostCategory } from "./post-category.ts";
import { listPostCategoriesById } from "./queries.ts";

export const itsPostCategory = named(
  {
    scope: "posts:read",
    item: PostCategory,
    find: async (context: Context, ids) => (await listPostCategoriesById(context, ids)).map(presentPostCategory),
  },
  (post: { categoryId: string | null }) => post.categoryId,
);
