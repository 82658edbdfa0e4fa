import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { memberOf } from "#access/caller.ts";
import { outcomeOf, unchanged } from "#domain/platform/outcome.ts";
import { differing, isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId, type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { requireNewFiles, requireNewSeoImage } from "#domain/files/files/references/require-files.ts";
import { findOrCreate } from "#domain/platform/find-or-create.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { newId } from "#domain/platform/ids.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { findByExternalId } from "#domain/platform/external-ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { isTheirs, requireOwnName } from "./own-posts.ts";
import { NewPostFields, Post, PostChanges, type PostRow, serializePost, writablePost } from "./post.ts";
import { bodyFrom, searchTermsOfPost } from "./post-body.ts";
import { recordIfDue } from "./publish-due.ts";
import { findPost, insertPost, lockPost, updatePost as storePost } from "./queries.ts";
import { requireRelations } from "./require-relations.ts";

const uniquePost: Uniqueness = {
  kind: "post",
  table: sql`posts`,
  what: "post",
  value: uniqueSlug,
  find: (context, slug) => findPost(context, { slug }),
};

export const createPost = operation({
  name: "createPost",
  summary: "Create a post",
  description: "The post starts as a draft. Send the content as Markdown or HTML.",
  writes: "posts:write",
  input: NewPostFields,
  output: Post,
  run: (context, fields) => create(context, fields),
});

export const updatePost = operation({
  name: "updatePost",
  summary: "Update a post",
  writes: "posts:write",
  input: PostChanges.extend({ post: ReferenceTo("post") }),
  output: Post,
  async run(context, { post: reference, ...changes }) {
    return change(context, await requirePost(context, reference), changes);
  },
  emits: "post.updated",
});

export const upsertPost = operation({
  name: "upsertPost",
  summary: "Create or update a post by external ID",
  writes: "posts:write",
  input: NewPostFields.extend({ externalId: ExternalId }),
  output: versioned(Post.extend({ created: z.boolean() })),
  async run(context, { externalId, ...fields }) {
    const found = await findOrCreate(
      context,
      () => findByExternalId(context, sql`posts`, externalId),
      () => create(context, { ...fields, externalId }),
    );
    if ("made" in found) return outcomeOf({ ...found.made, created: true });
    const { known } = found;
    const existing = await requirePost(context, { id: known.id }, { deleted: true });
    requireBody(fields);
    // A synchronization restores a deleted post.
    const back = existing.deletedAt && {
      deletedAt: null,
      status: "draft" as const,
      publishedAt: null,
      slug: fields.slug ?? (await slugFor(context, existing.slug)),
    };
    return (await change(context, existing, fields, back)).map((post) => ({ ...post, created: false }));
  },
  event: (_input, post) => (post.created ? [] : eventAbout("post.updated", "post", post.id)),
});

/** Returns the post, locked, if it is the caller's and they have seen its current version. */
export async function requirePost(context: Context, reference: Reference, { deleted = false } = {}): Promise<PostRow> {
  const post = await lockPost(context, reference);
  if (!post || (post.deletedAt && !deleted) || !isTheirs(context, post)) throw resourceNotFound("post", reference);
  requireVersion(context, post);
  return recordIfDue(context, post);
}

async function create(context: Context, { bodyMarkdown, bodyHtml, ...input }: NewPostFields) {
  requireBody({ bodyMarkdown, bodyHtml });
  requireOwnName(context, input.authorMemberId);
  const planIds = plansFor(input.access, input.planIds ?? []);
  await requireRelations(context, input);
  await requireNewFiles(context, ["coverFileId"], input);
  await requireNewSeoImage(context, input);
  await claimUnique(context, uniquePost, undefined, input);
  const { site, now } = context;
  const fields = {
    authorMemberId: memberOf(context.caller),
    locale: site.defaultLocale,
    ...input,
    planIds,
    ...(await bodyFrom(context, { bodyMarkdown, bodyHtml })),
    id: newId(),
    slug: input.slug ?? (await slugFor(context, input.title)),
  };
  await insertUnique(context, uniquePost, fields, () =>
    insertPost(context, { ...fields, searchTerms: searchTermsOfPost(site, fields) }, now),
  );
  return serializePost(context, await mustExist(findPost(context, { id: fields.id })));
}

/** Columns that restoring a deleted post sets. */
type Back = Partial<Pick<PostRow, "deletedAt" | "status" | "publishedAt" | "slug">>;

async function change(context: Context, existing: PostRow, changes: PostChanges, back: Back | null = null) {
  const input = { ...computePatch(writablePost, existing, changes), ...back };
  requireOwnName(context, input.authorMemberId);
  const access = input.access ?? existing.access;
  const planIds = plansFor(access, changes.planIds ?? (access === "plans" ? existing.planIds : []));
  const changed = { ...input, ...differing(existing, { planIds, ...(await bodyFrom(context, changes)) }) };
  if (isEmptyPatch(changed)) return unchanged(serializePost(context, existing));
  await requireRelations(context, input);
  await requireNewFiles(context, ["coverFileId"], input, existing);
  await requireNewSeoImage(context, input, existing);
  await claimUnique(context, uniquePost, existing.id, input);
  const searchTerms = searchTermsOfPost(context.site, { ...existing, ...changed });
  await storePost(context, existing.id, { ...changed, searchTerms }, context.now);
  return outcomeOf(serializePost(context, await mustExist(findPost(context, { id: existing.id }))));
}

function requireBody({ bodyMarkdown, bodyHtml }: Pick<NewPostFields, "bodyMarkdown" | "bodyHtml">): void {
  if (bodyMarkdown !== undefined || bodyHtml !== undefined) return;
  throw validationFailed("/bodyMarkdown", "missing", "Content is required. Send body_markdown or body_html.");
}

/** Plans are required for access by plans, and invalid otherwise. */
function plansFor(access: PostRow["access"], planIds: string[]): string[] {
  if (access === "plans" && planIds.length === 0) {
    throw validationFailed("/planIds", "missing", "plan_ids is required when access is plans.");
  }
  if (access !== "plans" && planIds.length > 0) {
    throw validationFailed("/planIds", "not_applicable", "plan_ids is only valid when access is plans.");
  }
  return planIds;
}

const slugFor = (context: Context, name: string) =>
  freeSlug(context, name, "post", async (slug) => (await findPost(context, { slug })) !== undefined);
