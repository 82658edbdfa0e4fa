import type { FastifyInstance } from "fastify";
import type * as z from "zod";
import type { Comment } from "#domain/feedback/comments/comment.ts";
import { listComments } from "#domain/feedback/comments/list-comments.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import {
  type CommentFilter,
  commentFilters,
  type CommentKind,
  commentKinds,
  commentList,
  type CommentNotice,
  type ModeratedComment,
} from "../../views/admin/reviews/comments.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { hrefOf } from "../parts/href-of.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";

const perPage = 20;
const { path } = adminSections.comments;
const notices: readonly CommentNotice[] = ["shown", "hidden", "deleted", "changed"];

/** GET /admin/comments, and POST /admin/comments/{id}: approve, hide or delete. */
export function commentPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { cursor, done } = request.query;
    const narrowing = narrowingIn(request.query);
    const { data, page } = await perform(listComments, context, {
      ...inputOf(narrowing),
      limit: perPage,
      ...cursorIn(cursor),
    });
    return commentList(adminPageOf(pageRequest, "comments"), {
      ...narrowing,
      comments: await withPlaces(context, data),
      pages: pagesOf(path, queryOf(narrowing), page.nextCursor, cursor),
      notice: notices.find((name) => name === done),
    });
  });

  postForm(app, { path: `${path}/:id`, formAt: path }, async (pageRequest, form, { params: { id } }) => {
    // Requires the displayed version, so that a moderator does not approve text that changed meanwhile.
    const contextAtVersion = { ...pageRequest.context, ifMatch: [Number(form.get("version"))] };
    const narrowing = narrowingIn({ status: form.get("status"), kind: form.get("kind"), search: form.get("search") });
    const back = (done?: CommentNotice) =>
      pageRequest.reply.redirect(
        `${path}?${new URLSearchParams({ ...queryOf(narrowing), ...(done && { done }) }).toString()}`,
        303,
      );
    const { moderateComment, removeComment } = await adminOperations.discussions();
    try {
      switch (form.get("act") ?? "") {
        case "show":
          await perform(moderateComment, contextAtVersion, { id, status: "visible" });
          return await back("shown");
        case "hide":
          await perform(moderateComment, contextAtVersion, { id, status: "hidden" });
          return await back("hidden");
        case "delete":
          await perform(removeComment, contextAtVersion, { id });
          return await back("deleted");
        default:
          return await back();
      }
    } catch (error) {
      if (error instanceof Problem && error.code === "etag_mismatch") return back("changed");
      throw error;
    }
  });
}

interface Narrowing {
  filter: CommentFilter;
  kind: CommentKind;
  search: string;
}

const narrowingIn = ({ status, kind, search }: { [Name in "status" | "kind" | "search"]?: unknown }): Narrowing => ({
  filter: commentFilters.find((name) => name === status) ?? "pending",
  kind: commentKinds.find((name) => name === kind) ?? "any",
  search: typeof search === "string" ? search.trim().slice(0, 100) : "",
});

const queryOf = ({ filter, kind, search }: Narrowing): Record<string, string> => ({
  status: filter,
  ...(kind !== "any" && { kind }),
  ...(search && { search }),
});

const inputOf = ({ filter, kind, search }: Narrowing): object => ({
  ...(filter === "unanswered" ? { unanswered: true } : filter === "all" ? {} : { status: [filter] }),
  ...(kind !== "any" && { commentableType: [kind] }),
  ...(search && { q: search }),
});

/** Adds titles and addresses of the commented resources. */
async function withPlaces(
  context: RequestContext,
  comments: readonly (z.output<typeof Comment> & { version: number })[],
): Promise<ModeratedComment[]> {
  const commentIds = comments.map(({ id }) => formatId("comment", id));
  const { showCommentSubjects } = await adminOperations.discussions();
  const subjects = await perform(showCommentSubjects, context, { commentIds });
  const byComment = new Map(subjects.map((subject) => [subject.commentId, subject]));
  return comments.map(({ id, version, status, body, parentId, author, courseId, createdAt, editedAt }) => {
    const subject = byComment.get(id);
    return {
      id: formatId("comment", id),
      version,
      status,
      body,
      isReply: parentId !== null,
      member: author.name,
      memberHref: hrefOf(context, "member", author.memberId),
      courseHref: courseId === null ? undefined : hrefOf(context, "course", courseId),
      subject: subject?.title ?? null,
      href: subject?.path ?? null,
      createdAt,
      editedAt,
    };
  });
}
