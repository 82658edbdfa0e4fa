import * as z from "zod";
import { type Discussion, readDiscussion } from "#domain/feedback/comments/read-discussion.ts";
import {
  CommentBody,
  deleteOwnComment,
  editOwnComment,
  highestOf,
  writeComment,
  WrittenComment,
  prepareComment,
} from "#domain/feedback/comments/write-comment.ts";
import { likeComment, LikedComment, limitLikes } from "#domain/feedback/comments/like-comment.ts";
import { accesses } from "#domain/content/posts/post.ts";
import type { Context } from "#domain/platform/context.ts";
import { type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { table } from "#database/table/table.ts";
import { mayReadPost } from "./may-read-post.ts";
import { isPublishedPost } from "./posts.ts";
import type { Discussable } from "#domain/feedback/comments/discussion.ts";

const aPost = z.object({ post: ReferenceTo("post") });

/** The discussion of a post. */
export interface PostDiscussion extends Discussion {
  /** Members of the site can comment. */
  mayWrite: boolean;
}

export const showPostComments = operation({
  name: "showPostComments",
  summary: "List the comments on a published post",
  description: "Null if the post does not accept comments, or the caller may not read it.",
  reads: forAnyone,
  input: aPost.extend({
    /** Lists only the thread of this comment. */
    commentId: Id("comment").optional(),
    /** Comment after which the page starts. */
    afterId: Id("comment").optional(),
  }),
  output: z.custom<PostDiscussion | null>(),
  async run(context, { post: reference, ...position }) {
    const post = await findPost(context, reference);
    if (!post?.commentsEnabled || !(await mayRead(context, post))) return null;
    const { caller } = context;
    const mayWrite = isMember(context);
    const memberId = caller.kind === "session" && mayWrite ? caller.memberId : null;
    const discussed = { type: "post", id: post.id, memberId, moderates: moderates(context) } as const;
    return { ...(await readDiscussion(context, discussed, position)), mayWrite };
  },
});

export const writePostComment = operation({
  name: "writePostComment",
  summary: "Comment on a post or reply to a comment",
  writes: { only: ["session"] },
  input: aPost.extend({ body: CommentBody, replyTo: Id("comment").optional() }),
  output: WrittenComment,
  prepare: prepareComment,
  run: async (context, { post, body, html, replyTo }) =>
    writeComment(context, await requireDiscussion(context, post), { body, html, replyTo }),
  unaudited: "not security-relevant: its event records it",
  emits: "comment.created",
});

export const editPostComment = operation({
  name: "editPostComment",
  summary: "Edit the member's comment on a post",
  writes: { only: ["session"] },
  input: aPost.extend({ commentId: Id("comment"), body: CommentBody }),
  output: WrittenComment,
  prepare: prepareComment,
  run: async (context, { post, commentId, body, html }) =>
    editOwnComment(context, await requireDiscussion(context, post), { commentId, body, html }),
  unaudited: "not security-relevant: its event records it",
  emits: "comment.updated",
});

export const deletePostComment = operation({
  name: "deletePostComment",
  summary: "Delete the member's comment on a post",
  writes: { only: ["session"] },
  input: aPost.extend({ commentId: Id("comment") }),
  output: WrittenComment,
  async run(context, { post: reference, commentId }) {
    const post = await findPost(context, reference);
    if (!post) throw noPost(reference);
    return deleteOwnComment(context, { type: "post", id: post.id }, commentId);
  },
  unaudited: "not security-relevant: its event records it",
});

export const likePostComment = operation({
  name: "likePostComment",
  summary: "Like a comment on a post",
  writes: { only: ["session"] },
  input: aPost.extend(LikedComment.shape),
  output: WrittenComment,
  prepare: limitLikes,
  run: async (context, { post, ...liked }) => likeComment(context, await requireDiscussion(context, post), liked),
  unaudited: "not security-relevant",
});

interface DiscussedPost {
  id: string;
  slug: string;
  title: string;
  access: (typeof accesses)[number];
  planIds: string[];
  categoryId: string | null;
  commentsEnabled: boolean;
}

const findPost = ({ db, site, now }: Context, reference: Reference): Promise<DiscussedPost | undefined> =>
  db.first<DiscussedPost>`
    select posts.id, posts.slug, posts.title, posts.access, posts.plan_ids, posts.category_id, posts.comments_enabled
      from ${table("posts").withReference(site.id, reference)}
     where posts.site_id = ${site.id} and ${isPublishedPost(now)}`;

const noPost = (reference: Reference) => notFound("post", "id" in reference ? "with this ID" : reference.slug);

const mayRead = async (context: Context, { access, ...post }: DiscussedPost): Promise<boolean> =>
  access === "public" || mayReadPost(context, { access, ...post });

const isMember = ({ caller }: Context): boolean => caller.kind === "session" && caller.roles.length > 0;

/** As in the admin area. */
const moderates = ({ caller }: Context): boolean =>
  caller.kind === "session" && caller.roles.some((role) => role === "owner" || role === "manager");

/** Throws unless the member may read the post and it accepts comments. */
async function requireDiscussion(context: Context, reference: Reference): Promise<Discussable> {
  const { roles } = requireSession(context);
  const post = await findPost(context, reference);
  if (!post) throw noPost(reference);
  if (!post.commentsEnabled || !isMember(context) || !(await mayRead(context, post))) {
    throw new Problem("role_required", "This post does not accept comments, or it is not open to you.");
  }
  const { id, slug, title } = post;
  const of = { courseId: null, path: `/posts/${slug}`, title, role: highestOf(roles), moderates: moderates(context) };
  return { type: "post", id, ...of };
}
