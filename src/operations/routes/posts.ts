import * as postCategories from "#domain/content/post-categories/operations.ts";
import * as posts from "#domain/content/posts/list-posts.ts";
import { postExpansions } from "#domain/content/posts/expansions.ts";
import * as postStates from "#domain/content/posts/post-states.ts";
import * as postChanges from "#domain/content/posts/save-post.ts";
import { act, change, create, read, remove, replace, type Route } from "../route.ts";

/** Posts and their categories. */
export const postRoutes: readonly Route[] = [
  read("/posts", posts.listPosts, postExpansions),
  read("/posts/:post", posts.getPost, postExpansions),
  create("/posts", postChanges.createPost),
  change("/posts/:post", postChanges.updatePost),
  replace("/posts/by_external_id/:externalId", postChanges.upsertPost),
  remove("/posts/:post", postStates.deletePost),
  act("/posts/:post/publish", postStates.publishPost),
  act("/posts/:post/unpublish", postStates.unpublishPost),
  read("/post_categories", postCategories.listPostCategories),
  read("/post_categories/:id", postCategories.getPostCategory),
  create("/post_categories", postCategories.createPostCategory),
  change("/post_categories/:id", postCategories.updatePostCategory),
  remove("/post_categories/:id", postCategories.deletePostCategory),
];
