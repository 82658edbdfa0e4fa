import { eventOfDeletion } from "#domain/platform/outbox/event-of-deletion.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import * as z from "zod";
import { roles as allRoles, type Role } from "#access/roles.ts";
import { keepInCourse } from "#domain/catalog/curriculum/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { type Outcome, unchanged } from "#domain/platform/outcome.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import {
  addVisibleComments,
  deleteComment,
  editComment,
  type LockedComment,
  lockComment,
  type Discussable,
  isOn,
} from "./discussion.ts";
import { insertComment } from "./queries.ts";
import { notifyOfComment } from "./notify-of-comment.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { renderAll } from "#domain/platform/texts/render.ts";

/** Browsers send line breaks in forms as CRLF. */
export const CommentBody = z
  .string()
  .max(20_000)
  .transform((text) => text.replaceAll("\r\n", "\n").trim())
  .pipe(z.string().min(1).max(5000));

export const WrittenComment = z.object({ id: Id("comment") });

/**
 * Stores a comment or a reply, and notifies the author of the thread, mentioned lecturers and followers. Returns the
 * stored comment if a form was sent twice. Must run in a transaction.
 */
export async function writeComment(
  context: Context,
  target: Discussable,
  { body, html, replyTo }: { body: string; html: string | null; replyTo: string | undefined },
): Promise<{ id: string } | Outcome<{ id: string }>> {
  const { memberId } = requireSession(context);
  const parent = replyTo === undefined ? undefined : await requireThread(context, target, replyTo);
  const repeated = await findRepeated(context, { authorId: memberId, targetId: target.id, parentId: parent?.id, body });
  if (repeated) return unchanged(repeated);
  if (target.type === "lecture" && target.courseId !== null) await keepInCourse(context, target.id, target.courseId);
  const comment = { id: newId(), commentableType: target.type, commentableId: target.id, courseId: target.courseId };
  const written = { authorId: memberId, authorRole: target.role, body, html, parent };
  await insertComment(context, { ...comment, ...written }, context.now);
  await addVisibleComments(context, comment, 1, context.now);
  await notifyOfComment(context, target, { id: comment.id, body, threadAuthorId: parent?.authorId });
  return { id: comment.id };
}

const repeatedWithin = 60_000;

/** Finds the same comment of the last minute. Comments of one author wait for each other. */
async function findRepeated(
  { db, site, now }: Context,
  written: { authorId: string; targetId: string; parentId: string | undefined; body: string },
): Promise<{ id: string } | undefined> {
  const { authorId, targetId, parentId, body } = written;
  await db.run`select id from members where site_id = ${site.id} and id = ${authorId} for no key update`;
  // The author's comments first: the post or lecture can have thousands.
  return db.first<{ id: string }>`
    select id
      from (select id, commentable_id, parent_id, body, created_at, deleted_at from comments
             where site_id = ${site.id} and author_id = ${authorId}
               and created_at > ${new Date(now.getTime() - repeatedWithin)}
            offset 0) as written
     where written.deleted_at is null and commentable_id = ${targetId}
       and parent_id is not distinct from ${parentId ?? null}::uuid and body = ${body}
     order by created_at, id limit 1`;
}

/** Replies belong to the first comment of a thread. */
async function requireThread(context: Context, target: Discussable, id: string): Promise<LockedComment> {
  const parent = await lockComment(context, id);
  const isOpen = parent?.parentId === null && (parent.status === "visible" || target.moderates);
  if (!parent || !isOpen || !isOn(parent, target)) throw notFound("comment", formatId("comment", id));
  return parent;
}

export async function editOwnComment(
  context: Context,
  target: Pick<Discussable, "type" | "id">,
  { commentId, ...text }: { commentId: string; body: string; html: string | null },
): Promise<{ id: string }> {
  await requireOwn(context, target, commentId);
  await editComment(context, commentId, text, context.now);
  return { id: commentId };
}

export async function deleteOwnComment(
  context: Context,
  target: Pick<Discussable, "type" | "id">,
  commentId: string,
): Promise<{ id: string }> {
  const comment = await requireOwn(context, target, commentId);
  const event = await eventOfDeletion(context, "comment.deleted", "comment", comment.id);
  await deleteComment(context, comment, context.now);
  await recordEvent(context, event);
  return { id: commentId };
}

async function requireOwn(context: Context, target: Pick<Discussable, "type" | "id">, id: string) {
  const comment = await lockComment(context, id);
  if (!comment || comment.authorId !== requireSession(context).memberId || !isOn(comment, target)) {
    throw notFound("comment of yours", formatId("comment", id));
  }
  return comment;
}

/** The role of a staff member in a discussion. */
export const highestOf = (roles: readonly Role[]): Role => allRoles.find((role) => roles.includes(role)) ?? "student";

/** Result of the work before the transaction. */
interface PreparedComment {
  /** Null for a text beyond the limits of rendering, which is shown as it was written. */
  html: string | null;
}

/** Counts the comment, so that failed attempts count too, and renders it. */
export async function prepareComment(context: RequestContext, { body }: { body: string }): Promise<PreparedComment> {
  await requireWithin(context, limits.commentPerMember, requireSession(context).memberId);
  const source = { form: "comment" as const, text: body };
  const rendering = (await renderAll(context, [source])).of(source);
  return { html: "refusal" in rendering ? null : rendering.html };
}
