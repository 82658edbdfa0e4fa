import * as z from "zod";
import { sql } from "#database/sql.ts";
import { about } from "#domain/audit/about.ts";
import { unchanged } from "#domain/changes/unchanged.ts";
import { isNothing, whatChanges } from "#domain/changes/what-changes.ts";
import type { Context } from "#domain/context.ts";
import { isConfined } from "#domain/courses/own-courses.ts";
import { freeSlug } from "#domain/free-slug.ts";
import { formatId, Id, newId } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import { range } from "#domain/listing/filters.ts";
import { listing, pageOf } from "#domain/listing/listing.ts";
import { operation } from "#domain/operation.ts";
import { eventAbout } from "#domain/outbox/event-about.ts";
import { notFound, PassingProblem, Problem, validationFailed } from "#domain/problem.ts";
import { requireVersion } from "#domain/version.ts";
import {
  NewPostCategory,
  PostCategory,
  PostCategoryChanges,
  type PostCategoryRow,
  presentPostCategory,
  writablePostCategory,
} from "./post-category.ts";
import {
  columns,
  findPostCategory,
  hasPosts,
  holdsPostCategory,
  holdWithPosts,
  insertPostCategory,
  isExternalIdTaken,
  isSlugTaken,
  lockPostCategory,
  movePosts,
  updatePostCategory as storeCategory,
} from "./queries.ts";

const categories = listing<PostCategoryRow>({
  kind: "postCategory",
  table: sql`post_categories`,
  columns,
  defaultSort: "position",
  sorts: {
    position: { column: sql`post_categories.position`, type: "integer", of: (row: PostCategoryRow) => row.position },
    updatedAt: {
      column: sql`post_categories.updated_at`,
      type: "timestamptz",
      of: (row: PostCategoryRow) => row.updatedAt,
    },
  },
  filters: { updatedAt: range(Instant, sql`post_categories.updated_at`) },
});

export const listPostCategories = operation({
  name: "listPostCategories",
  summary: "List the categories of posts, in their order",
  access: { scope: "posts:read" },
  writes: false,
  input: categories.input,
  output: pageOf(PostCategory),
  async run(context, input) {
    const page = await categories.page(context, input);
    return { ...page, data: page.data.map(presentPostCategory) };
  },
});

export const createPostCategory = operation({
  name: "createPostCategory",
  summary: "Create a category for posts",
  access: { scope: "posts:write" },
  writes: true,
  input: NewPostCategory,
  output: PostCategory,
  async run(context, fields) {
    requireStaff(context);
    await requireFree(context, fields);
    const id = newId();
    const slug =
      fields.slug ?? (await freeSlug(context, fields.name, "category", (wanted) => isSlugTaken(context, wanted)));
    if (!(await insertPostCategory(context, { ...fields, id, slug }, context.now))) {
      throw new PassingProblem("conflict", "Somebody made the same category at this moment. Try again.");
    }
    return presentPostCategory((await findPostCategory(context, id))!);
  },
  audit: (_input, { id }) => about("postCategory", id),
});

export const updatePostCategory = operation({
  name: "updatePostCategory",
  summary: "Change a category of posts",
  access: { scope: "posts:write" },
  writes: true,
  input: PostCategoryChanges.extend({ id: Id("postCategory") }),
  output: PostCategory,
  async run(context, { id, ...given }) {
    requireStaff(context);
    const held = await requireCategory(context, id);
    const changes = whatChanges(writablePostCategory, held, given);
    if (isNothing(changes)) return unchanged(presentPostCategory(held));
    await requireFree(context, changes, id);
    await storeCategory(context, id, changes, context.now);
    return presentPostCategory((await findPostCategory(context, id))!);
  },
  audit: (_input, { id }) => about("postCategory", id),
});

export const deletePostCategory = operation({
  name: "deletePostCategory",
  summary: "Delete a category; its posts are filed under another, or keep it from being deleted",
  access: { scope: "posts:write" },
  writes: true,
  input: z.object({ id: Id("postCategory"), reassignTo: Id("postCategory").optional() }),
  output: z.object({ id: Id("postCategory"), reassignedPostIds: z.array(Id("post")) }),
  async run(context, { id, reassignTo }) {
    requireStaff(context);
    await requireCategory(context, id);
    await holdWithPosts(context, id);
    if (reassignTo !== undefined && (reassignTo === id || !(await holdsPostCategory(context, reassignTo)))) {
      throw validationFailed("/reassignTo", "not_found", "Name another category of this site.");
    }
    if (reassignTo === undefined && (await hasPosts(context, id))) {
      throw new Problem("has_dependents", "Posts stand in it. Say with reassign_to where they go.");
    }
    const reassignedPostIds = await movePosts(context, id, reassignTo ?? null, context.now);
    await storeCategory(context, id, { deletedAt: context.now }, context.now);
    return { id, reassignedPostIds };
  },
  audit: (_input, { id }) => about("postCategory", id),
  event: (_input, { reassignedPostIds }) => reassignedPostIds.map((id) => eventAbout("post.updated", "post", id)),
});

/** Categories are everybody's: a role that writes only posts of its own files them, and changes none. */
function requireStaff(context: Context): void {
  if (isConfined(context)) {
    throw new Problem("role_required", "Categories are made and changed by owners and managers of the site.");
  }
}

async function requireCategory(context: Context, id: string): Promise<PostCategoryRow> {
  const category = await lockPostCategory(context, id);
  if (!category) throw notFound("category", formatId("postCategory", id));
  requireVersion(context, category);
  return category;
}

interface Unique {
  slug?: string | undefined;
  externalId?: string | null | undefined;
}

async function requireFree(context: Context, { slug, externalId }: Unique, own?: string): Promise<void> {
  if (slug && (await isSlugTaken(context, slug, own))) {
    throw new Problem("slug_taken", `Another category has the slug ${slug}. Choose another one.`);
  }
  if (externalId && (await isExternalIdTaken(context, externalId, own))) {
    throw new Problem("already_exists", "Another category has this external_id.");
  }
}
