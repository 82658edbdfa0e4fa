import * as z from "zod";
import { endRedirectsTo } from "#domain/platform/addresses/move-address.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Start } from "#domain/platform/time/instant.ts";
import { lifecycles } from "#domain/platform/states/lifecycles.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { Post, type PostRow, serializePost } from "./post.ts";
import { findPost, updatePost } from "./queries.ts";
import { requirePost } from "./save-post.ts";
import { notifyReaders } from "./notify-readers.ts";

export const publishPost = operation({
  name: "publishPost",
  summary: "Publish a post",
  description: "Publishes the post immediately, or at a future time.",
  writes: "posts:write",
  input: z.object({
    post: ReferenceTo("post"),
    publishAt: Start.optional().meta({
      description:
        "The publication time. Defaults to now. A past time publishes immediately, with that time as `published_at`, for posts that appeared elsewhere before.",
    }),
  }),
  output: Post,
  async run(context, { post: reference, publishAt }) {
    const post = await requirePost(context, reference);
    const action = publishAt && publishAt > context.now ? "schedule" : "publish";
    const status = lifecycles.post.next(action, post.status);
    // A republished post keeps its original publication date.
    const first = post.status === "draft" ? post.publishedAt : null;
    const changes = { status, publishedAt: publishAt ?? first ?? context.now } as const;
    if (status === "published" && isNews(context, changes)) await notifyReaders(context, post);
    return move(context, post, changes);
  },
  event: (_input, post) => eventAbout(post.status === "published" ? "post.published" : "post.updated", "post", post.id),
});

export const unpublishPost = operation({
  name: "unpublishPost",
  summary: "Unpublish a post",
  description: "Returns the post to draft or archives it.",
  writes: "posts:write",
  input: z.object({ post: ReferenceTo("post"), to: z.enum(["draft", "archived"]).default("draft") }),
  output: Post,
  async run(context, { post: reference, to }) {
    const post = await requirePost(context, reference);
    const status = lifecycles.post.next(to === "draft" ? "unpublish" : "archive", post.status);
    return move(context, post, { status, ...(post.status === "scheduled" && { publishedAt: null }) });
  },
  emits: "post.unpublished",
});

export const deletePost = operation({
  name: "deletePost",
  summary: "Delete a post",
  writes: "posts:write",
  input: z.object({ post: ReferenceTo("post") }),
  output: z.object({ id: Id("post"), wasPublished: z.boolean() }),
  async run(context, { post: reference }) {
    const { id, status } = await requirePost(context, reference);
    await updatePost(context, id, { deletedAt: context.now }, context.now);
    await endRedirectsTo(context, id);
    return { id, wasPublished: status === "published" };
  },
  event: (_input, post) => (post.wasPublished ? eventAbout("post.unpublished", "post", post.id) : []),
});

/** Returns whether to notify readers. Posts backdated by more than a day are imports from another system. */
const isNews = ({ now }: Context, { publishedAt }: { publishedAt: Date }): boolean =>
  now.getTime() - publishedAt.getTime() <= 86_400_000;

async function move(context: Context, { id }: PostRow, to: Pick<PostRow, "status"> & Partial<PostRow>) {
  await updatePost(context, id, to, context.now);
  return serializePost(context, await mustExist(findPost(context, { id })));
}
