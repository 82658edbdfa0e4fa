import { contentOf } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { CommentRow } from "./comment.ts";
import { type DiscussedComment, shownColumns } from "./shown-columns.ts";
import type { Role } from "#access/roles.ts";
import { formatId } from "#domain/platform/ids.ts";

/** Resource types whose pages have a discussion. */
type DiscussedType = Extract<CommentRow["commentableType"], "lecture" | "post">;

/** The comments on a resource, as one person sees them. */
export interface Discussed {
  type: DiscussedType;
  id: string;
  /** Members see their own hidden comments. Null: a visitor. */
  memberId: string | null;
  /** Moderators see all hidden comments. */
  moderates: boolean;
}

const isVisibleTo = ({ memberId, moderates }: Discussed): Sql =>
  moderates
    ? sql`true`
    : memberId === null
      ? sql`comments.status = 'visible'`
      : sql`(comments.status = 'visible' or comments.author_id = ${memberId})`;

/** A deleted comment stays as long as it has replies. */
const startsThread = sql`
  comments.parent_id is null and (comments.deleted_at is null or comments.reply_count > 0)`;

/** Threads, newest first. */
export const listThreads = (
  { db, site }: SiteScope,
  discussed: Discussed,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<DiscussedComment[]> =>
  db.many<DiscussedComment>`
    select ${shownColumns(site.id, discussed.memberId)} from comments
     where comments.site_id = ${site.id} and comments.commentable_id = ${discussed.id}
       and comments.commentable_type = ${discussed.type} and ${startsThread} and ${isVisibleTo(discussed)}
       and ${
         afterId === null
           ? sql`true`
           : sql`(comments.created_at, comments.id) < (
               select last.created_at, last.id from comments last
                where last.site_id = ${site.id} and last.id = ${afterId})`
       }
     order by comments.created_at desc, comments.id desc limit ${limit}`;

/** Returns the thread of a comment. */
export const findThread = (
  { db, site }: SiteScope,
  discussed: Discussed,
  commentId: string,
): Promise<DiscussedComment | undefined> =>
  db.first<DiscussedComment>`
    select ${shownColumns(site.id, discussed.memberId)} from comments
     where comments.site_id = ${site.id}
       and comments.id = (select one.thread_id from comments one where one.site_id = ${site.id} and one.id = ${commentId})
       and comments.commentable_id = ${discussed.id} and comments.commentable_type = ${discussed.type}
       and ${startsThread} and ${isVisibleTo(discussed)}`;

/** Replies at any depth, oldest first: at most `limit` of each thread, after or from a reply. */
export const listThreadReplies = (
  { db, site }: SiteScope,
  discussed: Discussed,
  threadIds: readonly string[],
  { limit, start }: { limit: number; start?: { id: string; isIncluded: boolean } | undefined },
): Promise<DiscussedComment[]> => {
  const key = sql`(comments.created_at, comments.id)`;
  const first = sql`(
    select start.created_at, start.id from comments start
     where start.site_id = ${site.id} and start.id = ${start?.id ?? null})`;
  const position =
    start === undefined ? sql`true` : start.isIncluded ? sql`${key} >= ${first}` : sql`${key} > ${first}`;
  return db.many<DiscussedComment>`
    select replies.* from unnest(${threadIds}::uuid[]) as threads (id)
     cross join lateral (
       select ${shownColumns(site.id, discussed.memberId)} from comments
        where comments.site_id = ${site.id} and comments.thread_id = threads.id and comments.parent_id is not null
          and comments.deleted_at is null and ${isVisibleTo(discussed)} and ${position}
        order by comments.created_at, comments.id limit ${limit}) as replies
     order by replies.created_at, replies.id`;
};

export type LockedComment = Omit<
  CommentRow,
  "replyCount" | "likeCount" | "answered" | "editedAt" | "externalId" | "metadata" | "createdAt" | "updatedAt"
>;

/** Locks a comment for a change. */
export const lockComment = ({ db, site }: SiteScope, id: string): Promise<LockedComment | undefined> =>
  db.first<LockedComment>`
    select id, commentable_type, commentable_id, course_id, parent_id, thread_id, depth, author_id, author_role, status,
           body, version
      from comments
     where site_id = ${site.id} and id = ${id} and ${table("comments").present} for no key update`;

export const editComment = (
  { db, site }: SiteScope,
  id: string,
  { body, html }: { body: string; html: string | null },
  now: Date,
) =>
  db.run`
    update comments
       set body = ${body}, body_html = ${html}, html_version = version + 1, search_terms = ${searchTermsFor(site, [body])}::text[], edited_at = ${now},
           updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and id = ${id}`;

export async function setCommentStatus(
  scope: SiteScope,
  comment: LockedComment,
  status: CommentRow["status"],
  now: Date,
): Promise<void> {
  const { db, site } = scope;
  await db.run`
    update comments
       set status = ${status}, updated_at = ${now}, version = version + 1, html_version = html_version + 1
     where site_id = ${contentOf(site.id)} and id = ${comment.id}`;
  await addVisibleComments(scope, comment, visible(status) - visible(comment.status), now);
}

/** Deletes the text of a comment. The empty row keeps the position of replies. */
export async function deleteComment(scope: SiteScope, comment: LockedComment, now: Date): Promise<void> {
  const { db, site } = scope;
  const { id, parentId, threadId, authorRole } = comment;
  await db.run`
    update comments
       set body = '', body_html = null, search_terms = '{}', metadata = '{}', deleted_at = ${now}, updated_at = ${now},
           version = version + 1
     where site_id = ${contentOf(site.id)} and id = ${id}`;
  if (parentId !== null) await uncountReply(scope, { parentId, threadId, authorRole }, now);
  // Last: as in replies and moderation, the lock of the post comes after those of its comments.
  await addVisibleComments(scope, comment, -visible(comment.status), now);
}

const visible = (status: CommentRow["status"]): number => (status === "visible" ? 1 : 0);

async function uncountReply(
  { db, site }: SiteScope,
  { parentId, threadId, authorRole }: Pick<CommentRow, "threadId" | "authorRole"> & { parentId: string },
  now: Date,
): Promise<void> {
  await db.run`
    update comments set reply_count = greatest(0, reply_count - 1), updated_at = ${now}
     where site_id = ${contentOf(site.id)} and id = ${parentId}`;
  if (authorRole === "student") return;
  await db.run`
    update comments
       set answered = exists (
             select from comments reply
              where reply.site_id = ${site.id} and reply.thread_id = ${threadId} and reply.parent_id is not null
                and reply.author_role <> 'student' and reply.deleted_at is null)
     where site_id = ${contentOf(site.id)} and id = ${threadId} and answered`;
}

type Commented = Pick<CommentRow, "commentableType" | "commentableId">;

/** Adds to the number of visible comments of a post, without reading them. Negative numbers subtract. */
export async function addVisibleComments(
  { db, site }: SiteScope,
  { commentableType, commentableId }: Commented,
  by: number,
  now: Date,
): Promise<void> {
  if (commentableType !== "post" || by === 0) return;
  await db.run`
    update posts set comment_count = greatest(posts.comment_count + ${by}::integer, 0), ${countedAt(sql`posts`, now)}
     where posts.site_id = ${contentOf(site.id)} and posts.id = ${commentableId}`;
}

/** Counts the visible comments of a post after an import. */
export async function countComments(
  { db, site }: SiteScope,
  { commentableType, commentableId }: Commented,
  now: Date,
): Promise<void> {
  if (commentableType !== "post") return;
  // The lock lets the next statement see the comments of concurrent transactions.
  await db.run`select id from posts where site_id = ${site.id} and id = ${commentableId} for no key update`;
  await db.run`
    with counted as (
      select count(*)::integer as count from comments
       where comments.site_id = ${site.id} and comments.commentable_id = ${commentableId}
         and comments.status = 'visible' and comments.deleted_at is null)
    update posts set comment_count = counted.count, ${countedAt(sql`posts`, now)}
      from counted
     where posts.site_id = ${contentOf(site.id)} and posts.id = ${commentableId} and posts.comment_count <> counted.count`;
}

/** A resource that the current member may discuss. */
export interface Discussable {
  type: DiscussedType;
  id: string;
  courseId: string | null;
  /** Path of its page, and its title, for the notification of a reply. */
  path: string;
  title: string;
  /** Role that the member comments with. */
  role: Role;
  moderates: boolean;
}

/** Path of a comment on the page of its resource. */
export const pathOfComment = (path: string, id: string): string => {
  const wireId = formatId("comment", id);
  return `${path}?comment=${wireId}#${wireId}`;
};

export const isOn = (
  { commentableType, commentableId }: LockedComment,
  { type, id }: Pick<Discussable, "type" | "id">,
): boolean => commentableType === type && commentableId === id;
