import { sql } from "#database/statements/sql.ts";
import { categoryTable, type FlatCategories } from "#domain/content/flat-categories/flat-category.ts";

export const postCategories = {
  kind: "postCategory",
  of: "Post",
  table: sql`post_categories`,
  rows: categoryTable("post_categories", sql`post_categories`),
  resources: { kind: "post", table: sql`posts`, plural: "posts" },
  read: "posts:read",
  write: "posts:write",
} as const satisfies FlatCategories;
