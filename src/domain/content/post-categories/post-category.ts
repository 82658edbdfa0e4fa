import { sql } from "#database/statements/sql.ts";
import type { FlatCategories } from "#domain/content/flat-categories/flat-category.ts";

/** Categories of posts. */
export const postCategories = {
  kind: "postCategory",
  of: "Post",
  table: sql`post_categories`,
  resources: { kind: "post", table: sql`posts`, plural: "posts" },
  read: "posts:read",
  write: "posts:write",
} as const satisfies FlatCategories;
