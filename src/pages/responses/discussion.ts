import type { FastifyReply } from "fastify";
import type * as z from "zod";
import { moderateComment, removeComment } from "#domain/feedback/comments/moderate-comment.ts";
import type { Discussion } from "#domain/feedback/comments/read-discussion.ts";
import type { VisibleComment } from "#domain/feedback/comments/show-comment.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { textFor } from "../text/catalogue.ts";
import type { DiscussionNotice, DiscussionView, RefusedComment } from "../views/parts/discussion-view.ts";

/** Query parameters of a page with a discussion, which can be of any type. */
export interface DiscussionQuery {
  comment?: unknown;
  after?: unknown;
  done?: unknown;
}

/** Parses the position. Ignores invalid ids, because links may be old or truncated. */
export const positionIn = ({ comment, after }: DiscussionQuery): { commentId?: string; afterId?: string } => ({
  ...(isId(comment) && { commentId: comment }),
  ...(isId(after) && { afterId: after }),
});

const isId = (text: unknown): text is string => typeof text === "string" && parseId("comment", text) !== undefined;

const noticeIn = ({ done }: DiscussionQuery): DiscussionNotice | undefined =>
  typeof done === "string" && isFieldOf(textFor("en").discussion.notice, done) ? done : undefined;

interface Around extends Pick<
  DiscussionView,
  "csrf" | "here" | "mayWrite" | "signIn" | "refused" | "kept" | "now" | "ofLecture"
> {
  query: DiscussionQuery;
}

export function discussionViewOf(found: Discussion, { query, ...around }: Around): DiscussionView {
  const { threads, isOneThread, nextAfter, moderates } = found;
  return {
    ...around,
    threads: threads.map((thread) => ({ ...thread, ...viewOf(thread), replies: thread.replies.map(viewOf) })),
    isOneThread,
    next: nextAfter === null ? undefined : nextPage(around.here, query, nextAfter),
    moderates,
    notice: noticeIn(query),
    at: positionQuery(query),
  };
}

const viewOf = (comment: VisibleComment) => ({ ...comment, id: formatId("comment", comment.id) });

/** The position as a query, to return to it. */
function positionQuery(query: DiscussionQuery): string {
  const { commentId, afterId } = positionIn(query);
  return new URLSearchParams({
    ...(commentId !== undefined && { comment: commentId }),
    ...(afterId !== undefined && { after: afterId }),
  }).toString();
}

function nextPage(here: string, query: DiscussionQuery, nextAfter: string): string {
  const { commentId } = positionIn(query);
  const after = formatId("comment", nextAfter);
  const fields = new URLSearchParams(commentId === undefined ? { after } : { comment: commentId, after });
  return `${here}?${fields.toString()}#discussion`;
}

type WriteOperation = Operation<z.ZodObject, z.ZodType<{ id: string }>>;

/** Operations on the comments of a resource. `subject` is their input for the resource. */
interface Discussed {
  write: WriteOperation;
  edit: WriteOperation;
  remove: WriteOperation;
  like: WriteOperation;
  subject: object;
  /** Path of the page. */
  here: string;
}

/**
 * Performs the action of a discussion form: a new comment, or an action on an existing one. Returns the address to
 * continue at, or the rejected form.
 */
export async function actOnDiscussion(
  context: RequestContext,
  form: Form,
  { here, ...discussed }: Discussed,
  commentId?: string,
): Promise<string | RefusedComment> {
  const act = commentId === undefined ? "write" : (form.get("act") ?? "");
  try {
    return await actOn(context, form, { here, ...discussed }, { act, commentId });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "etag_mismatch" && commentId !== undefined) return addressOf(here, commentId, "changed");
    const isTextual = act === "write" || act === "reply" || act === "edit";
    const isOfText = (error.details.errors ?? []).every(({ pointer }) => pointer === "/body");
    if (!isTextual || !isOfText) throw error;
    const typed = form.get(act === "write" ? "body" : act) ?? "";
    const problem = typed.trim() === "" && error.code === "validation_failed" ? "empty" : problems[error.code];
    if (!problem) throw error;
    return { act, commentId, problem, typed };
  }
}

const problems: Partial<Record<Problem["code"], RefusedComment["problem"]>> = {
  validation_failed: "length",
  rate_limited: "too_many",
};

/** Status of the page that shows a rejected form. */
export function statusOfRefusal({ problem }: RefusedComment, reply: FastifyReply): number {
  if (problem === "length" || problem === "empty") return 422;
  reply.header("retry-after", "600");
  return 429;
}

async function actOn(
  context: RequestContext,
  form: Form,
  { write, edit, remove, like, subject, here }: Discussed,
  { act, commentId = "" }: { act: string; commentId: string | undefined },
): Promise<string> {
  // Requires the displayed version, so that a moderator does not decide on text that changed meanwhile.
  const contextAtVersion = () => ({ ...context, ifMatch: [Number(form.get("version"))] });
  switch (act) {
    case "write": {
      const { id } = await perform(write, context, { ...subject, body: form.get("body") ?? "" });
      return `${here}?done=posted#${formatId("comment", id)}`;
    }
    case "reply": {
      const { id } = await perform(write, context, { ...subject, replyTo: commentId, body: form.get("reply") ?? "" });
      return addressOf(here, formatId("comment", id), "posted");
    }
    case "edit":
      await perform(edit, context, { ...subject, commentId, body: form.get("edit") ?? "" });
      return addressOf(here, commentId, "edited");
    case "hide":
      await perform(moderateComment, contextAtVersion(), { id: commentId, status: "hidden" });
      return addressOf(here, commentId, "hidden");
    case "show":
      await perform(moderateComment, contextAtVersion(), { id: commentId, status: "visible" });
      return addressOf(here, commentId, "shown");
    case "remove":
      await perform(removeComment, contextAtVersion(), { id: commentId });
      return `${here}?done=deleted#discussion`;
    case "like":
    case "unlike": {
      await perform(like, context, { ...subject, commentId, isLiked: act === "like" });
      const at = positionQuery(Object.fromEntries(new URLSearchParams(form.get("at") ?? "")));
      return `${here}${at === "" ? "" : `?${at}`}#${encodeURIComponent(commentId)}`;
    }
    case "delete":
      await perform(remove, context, { ...subject, commentId });
      return `${here}?done=deleted#discussion`;
    default:
      throw new Problem("validation_failed", "The form has an unknown action.");
  }
}

const addressOf = (here: string, id: string, done: DiscussionNotice): string =>
  `${here}?${new URLSearchParams({ comment: id, done }).toString()}#${encodeURIComponent(id)}`;
