import type { Context, SiteScope } from "#domain/platform/context.ts";
import { type Discussed, findThread, listThreadReplies, listThreads } from "./discussion.ts";
import { namesInComments, showComment, type VisibleComment } from "./show-comment.ts";
import { type DiscussedComment, shownColumns } from "./shown-columns.ts";
import { sql } from "#database/statements/sql.ts";
import { plainText } from "#lib/text/plain-text.ts";

interface Thread extends VisibleComment {
  replies: VisibleComment[];
  hasMoreReplies: boolean;
}

export interface Discussion {
  threads: Thread[];
  /** True if only the thread of the requested comment is listed. */
  isOneThread: boolean;
  /** ID of the comment after which the next page starts. */
  nextAfter: string | null;
  moderates: boolean;
}

/** Position in a discussion: the thread of a comment, and the comment after which the page starts. */
export interface DiscussionPosition {
  commentId?: string | undefined;
  afterId?: string | undefined;
}

/** Threads per page, and replies of each thread. */
const pageSize = 20;
/** Replies per page of a single thread. */
const threadPageSize = 100;

/** Reads a page of a discussion. The caller must have checked that the person can access the resource. */
export async function readDiscussion(
  context: Context,
  discussed: Discussed,
  { commentId, afterId }: DiscussionPosition,
): Promise<Discussion> {
  const thread = commentId === undefined ? undefined : await findThread(context, discussed, commentId);
  const page =
    thread && commentId !== undefined
      ? await readThread(context, discussed, thread, { commentId, afterId })
      : await readThreads(context, discussed, afterId ?? null);
  const names = page.threads.length > 0 ? await namesInComments(context) : "full";
  const serialize = (comment: DiscussedComment) => showComment(context, comment, discussed.memberId, names);
  return {
    threads: page.threads.map(({ comment, replies, hasMoreReplies }) => ({
      ...serialize(comment),
      replies: replies.map(serialize),
      hasMoreReplies,
    })),
    isOneThread: thread !== undefined,
    nextAfter: page.nextAfter,
    moderates: discussed.moderates,
  };
}

interface Page {
  threads: { comment: DiscussedComment; replies: DiscussedComment[]; hasMoreReplies: boolean }[];
  nextAfter: string | null;
}

async function readThreads(context: Context, discussed: Discussed, afterId: string | null): Promise<Page> {
  const threadsAndNext = await listThreads(context, discussed, { afterId, limit: pageSize + 1 });
  const threads = threadsAndNext.slice(0, pageSize);
  const answered = threads.filter(({ replyCount }) => replyCount > 0).map(({ id }) => id);
  const limit = pageSize + 1;
  const replies = answered.length > 0 ? await listThreadReplies(context, discussed, answered, { limit }) : [];
  const byThread = Map.groupBy(replies, ({ threadId }) => threadId);
  return {
    threads: threads.map((comment) => {
      const below = byThread.get(comment.id) ?? [];
      return { comment, replies: below.slice(0, pageSize), hasMoreReplies: below.length > pageSize };
    }),
    nextAfter: threadsAndNext.length > pageSize ? (threads.at(-1)?.id ?? null) : null,
  };
}

/** A page of one thread. The first page contains the requested comment. */
async function readThread(
  context: Context,
  discussed: Discussed,
  comment: DiscussedComment,
  { commentId, afterId }: { commentId: string; afterId: string | undefined },
): Promise<Page> {
  const limit = threadPageSize + 1;
  const repliesFrom = (start?: { id: string; isIncluded: boolean }) =>
    listThreadReplies(context, discussed, [comment.id], { limit, start });
  let page = await repliesFrom(afterId === undefined ? undefined : { id: afterId, isIncluded: false });
  const isFull = page.length > threadPageSize;
  const hasRequested = commentId === comment.id || page.slice(0, threadPageSize).some(({ id }) => id === commentId);
  if (afterId === undefined && isFull && !hasRequested) page = await repliesFrom({ id: commentId, isIncluded: true });
  const replies = page.slice(0, threadPageSize);
  return {
    threads: [{ comment, replies, hasMoreReplies: false }],
    nextAfter: page.length > threadPageSize ? (replies.at(-1)?.id ?? null) : null,
  };
}

/** A thread in the list of a course. */
export interface CourseThread extends VisibleComment {
  lectureId: string;
  /** The beginning of the text. */
  excerpt: string;
  replyCount: number;
  activeAt: Date;
  /** False for a question of a student that no member of the staff has answered or settled. */
  isAnswered: boolean;
}

/** The threads of a course that one person may see. */
interface CourseThreads {
  courseId: string;
  /** The lectures that are open to the person. */
  lectureIds: readonly string[];
  memberId: string;
  moderates: boolean;
  /** Questions of students without an answer only. */
  unanswered: boolean;
  /** The last thread of the previous page. */
  afterId: string | null;
}

const coursePageSize = 30;

const maxExcerptCharacters = 280;

/** Lists threads, those with the newest comment first. */
export async function listCourseThreads(
  context: Context,
  listed: CourseThreads,
): Promise<{ threads: CourseThread[]; nextAfter: string | null }> {
  if (listed.lectureIds.length === 0) return { threads: [], nextAfter: null };
  const threadsAndNext = await findThreads(context, listed);
  const names = await namesInComments(context);
  const threads = threadsAndNext.slice(0, coursePageSize).map((row) => ({
    ...showComment(context, row, listed.memberId, names),
    lectureId: row.commentableId,
    excerpt: excerptOf(row),
    replyCount: row.replyCount,
    activeAt: row.activeAt,
    isAnswered: row.authorRole !== "student" || row.answered,
  }));
  return { threads, nextAfter: threadsAndNext.length > coursePageSize ? (threads.at(-1)?.id ?? null) : null };
}

type Row = DiscussedComment & { activeAt: Date };

/** As in the indexes of threads. */
const activeAt = sql`coalesce(comments.active_at, comments.created_at)`;

const findThreads = ({ db, site }: SiteScope, listed: CourseThreads): Promise<Row[]> => {
  const { courseId, lectureIds, memberId, moderates, unanswered, afterId } = listed;
  const isOpen = unanswered
    ? sql`comments.author_role = 'student' and not comments.answered and comments.status = 'visible'`
    : sql`true`;
  const isVisible = moderates ? sql`true` : sql`(comments.status = 'visible' or comments.author_id = ${memberId})`;
  const position =
    afterId === null
      ? sql`true`
      : sql`(${activeAt}, comments.id) < (
          select coalesce(last.active_at, last.created_at), last.id from comments last
           where last.site_id = ${site.id} and last.id = ${afterId})`;
  return db.many<Row>`
    select ${shownColumns(site.id, memberId)}, ${activeAt} as active_at from comments
     where comments.site_id = ${site.id} and comments.course_id = ${courseId}
       and comments.commentable_type = 'lecture' and comments.parent_id is null and comments.deleted_at is null
       and comments.commentable_id = any(${lectureIds}::uuid[]) and comments.body <> ''
       and ${isOpen} and ${isVisible} and ${position}
     order by ${activeAt} desc, comments.id desc limit ${coursePageSize + 1}`;
};

function excerptOf({ body, bodyHtml }: DiscussedComment): string {
  const text = bodyHtml === null ? body.replaceAll(/\s+/g, " ").trim() : plainText(bodyHtml);
  return text.length <= maxExcerptCharacters ? text : `${text.slice(0, maxExcerptCharacters).trimEnd()}…`;
}
