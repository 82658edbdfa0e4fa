import { operationsOnCategories } from "#domain/content/flat-categories/operations-on-categories.ts";
import { postCategories } from "./post-category.ts";

export const {
  list: listPostCategories,
  get: getPostCategory,
  create: createPostCategory,
  change: updatePostCategory,
  remove: deletePostCategory,
} = operationsOnCategories(postCategories);
