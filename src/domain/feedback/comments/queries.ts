import { contentOf } from "#database/content/content-of.ts";
import { rows, type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { CommentRecord, CommentRow } from "./comment.ts";

export const columns = sql`
  comments.id, comments.commentable_type, comments.commentable_id, comments.course_id, comments.parent_id,
  comments.thread_id, comments.depth, comments.author_id, comments.author_role, comments.body, comments.status,
  comments.reply_count, comments.like_count, comments.answered, comments.edited_at, comments.external_id,
  comments.metadata, comments.version, comments.created_at, comments.updated_at,
  (select members.name from members
    where members.site_id = comments.site_id and members.id = comments.author_id) as author_name`;

export const findComment = (
  { db, site }: SiteScope,
  id: string,
  confine: Sql = sql`true`,
): Promise<CommentRecord | undefined> =>
  db.first<CommentRecord>`
    select ${columns} from comments
     where comments.site_id = ${site.id} and comments.id = ${id} and ${table("comments").present} and ${confine}`;

const maxCommentsPerThread = 500;

/** Returns the replies to comments at any depth, oldest first, each with the requested comment's id. */
export const listBelow = ({ db, site }: SiteScope, ids: readonly string[]) =>
  db.many<CommentRecord & { below: string }>`
    with recursive thread as (
      select comments.id, comments.id as below, 0 as steps from ${table("comments").withIds(site.id, ids)}
      union all
      select comments.id, thread.below, thread.steps + 1 from thread
        join comments on comments.site_id = ${site.id} and comments.parent_id = thread.id
       where thread.steps < ${maxReplyDepth})
    select ${columns}, thread.below from thread
      join comments on comments.site_id = ${site.id} and comments.id = thread.id
     where thread.steps > 0 and comments.deleted_at is null
     order by comments.created_at, comments.id limit ${ids.length * maxCommentsPerThread}`;

const maxReplyDepth = 20;

type NewComment = Pick<CommentRow, "id" | "commentableType" | "commentableId" | "authorId" | "authorRole" | "body"> &
  Partial<Pick<CommentRow, "courseId" | "status" | "likeCount" | "externalId" | "metadata" | "createdAt">> & {
    parent?: Pick<CommentRow, "id" | "threadId" | "depth"> | undefined;
    /** The rendered text. */
    html?: string | null;
  };

/** Stores a comment, updates the parent's reply count, and marks the thread as answered if the author is staff. */
export async function insertComment(
  { db, site }: SiteScope,
  { parent, html = null, ...comment }: NewComment,
  now: Date,
): Promise<Pick<CommentRow, "id" | "threadId" | "depth">> {
  const { id, body, authorRole } = comment;
  const thread = { id, threadId: parent?.threadId ?? id, depth: parent ? parent.depth + 1 : 0 };
  const searchTerms = searchTermsFor(site, [body]);
  const parentId = parent?.id ?? null;
  const rendered = { bodyHtml: html, htmlVersion: 1, activeAt: parent ? null : (comment.createdAt ?? now) };
  const row = {
    siteId: contentOf(site.id),
    createdAt: now,
    ...comment,
    ...rendered,
    ...thread,
    parentId,
    searchTerms,
    updatedAt: now,
  };
  await db.run`insert into comments ${rows(row)}`;
  if (!parent) return thread;
  await db.run`
    update comments set active_at = greatest(active_at, ${comment.createdAt ?? now})
     where site_id = ${contentOf(site.id)} and id = ${thread.threadId}`;
  await db.run`
    update comments set reply_count = reply_count + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and id = ${parent.id}`;
  if (authorRole !== "student") {
    await db.run`
      update comments set answered = true where site_id = ${contentOf(site.id)} and id = ${thread.threadId} and not answered`;
  }
  return thread;
}

/** Returns whether a member follows the discussion of a lecture. */
export const isFollowing = async ({ db, site }: SiteScope, lectureId: string, memberId: string): Promise<boolean> =>
  (await db.first`
    select lecture_id from followed_discussions
     where site_id = ${site.id} and lecture_id = ${lectureId} and member_id = ${memberId} and following`) !== undefined;

/** Follows the discussion of a lecture for its author, unless they have stopped following it. */
export async function followAsAuthor({ db, site, now }: Context, lectureId: string, memberId: string): Promise<void> {
  await db.run`
    insert into followed_discussions ${rows({ siteId: site.id, lectureId, memberId, updatedAt: now })}
    on conflict do nothing`;
}

/** Stores whether a member follows the discussion. Returns false if it was so before. */
export const setFollowing = async (
  { db, site, now }: Context,
  lectureId: string,
  memberId: string,
  following: boolean,
): Promise<boolean> =>
  (await db.run`
    insert into followed_discussions ${rows({ siteId: site.id, lectureId, memberId, following, updatedAt: now })}
    on conflict (site_id, lecture_id, member_id) do update set following = ${following}, updated_at = ${now}
     where followed_discussions.following <> ${following}`) > 0;
