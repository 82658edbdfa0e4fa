import type { Context } from "#domain/platform/context.ts";
import { type Discussed, findThread, listThreadReplies, listThreads } from "./discussion.ts";
import { namesInComments, showComment, type VisibleComment } from "./show-comment.ts";
import type { DiscussedComment } from "./shown-columns.ts";

export { type CourseThread, listCourseThreads } from "./course-threads.ts";
export type { VisibleComment } from "./show-comment.ts";

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
  const found = await listThreads(context, discussed, { afterId, limit: pageSize + 1 });
  const threads = found.slice(0, pageSize);
  const answered = threads.filter(({ replyCount }) => replyCount > 0).map(({ id }) => id);
  const limit = pageSize + 1;
  const replies = answered.length > 0 ? await listThreadReplies(context, discussed, answered, { limit }) : [];
  const byThread = Map.groupBy(replies, ({ threadId }) => threadId);
  return {
    threads: threads.map((comment) => {
      const below = byThread.get(comment.id) ?? [];
      return { comment, replies: below.slice(0, pageSize), hasMoreReplies: below.length > pageSize };
    }),
    nextAfter: found.length > pageSize ? (threads.at(-1)?.id ?? null) : null,
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
  let found = await repliesFrom(afterId === undefined ? undefined : { id: afterId, isIncluded: false });
  const isFull = found.length > threadPageSize;
  const hasRequested = commentId === comment.id || found.slice(0, threadPageSize).some(({ id }) => id === commentId);
  if (afterId === undefined && isFull && !hasRequested) found = await repliesFrom({ id: commentId, isIncluded: true });
  const replies = found.slice(0, threadPageSize);
  return {
    threads: [{ comment, replies, hasMoreReplies: false }],
    nextAfter: found.length > threadPageSize ? (replies.at(-1)?.id ?? null) : null,
  };
}
