import { eventOfDeletion } from "#domain/platform/outbox/event-of-deletion.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import * as z from "zod";
import { roles as allRoles, type Role } from "#access/roles.ts";
import { keepInCourse } from "#domain/catalog/curriculum/queries.ts";
import { notify } from "#domain/messages/notifications/notify.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { type Outcome, unchanged } from "#domain/platform/outcome.ts";
import { notFound } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/require-session.ts";
import {
  addVisibleComments,
  deleteComment,
  type DiscussedType,
  editComment,
  type LockedComment,
  lockComment,
} from "./discussion.ts";
import { insertComment } from "./queries.ts";
import { nameOfAuthor, namesInComments } from "./read-discussion.ts";

/** Browsers send line breaks in forms as CRLF. */
export const CommentBody = z
  .string()
  .max(20_000)
  .transform((text) => text.replaceAll("\r\n", "\n").trim())
  .pipe(z.string().min(1).max(5000));

export const WrittenComment = z.object({ id: Id("comment") });

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

/** Runs before the transaction, so that failed attempts count. */
export async function limitComments(context: RequestContext): Promise<object> {
  await requireWithin(context, limits.commentPerMember, requireSession(context).memberId);
  return {};
}

/**
 * Stores a comment or a reply, and notifies the author of the thread. Returns the stored comment if a form was sent
 * twice. Must run in a transaction.
 */
export async function writeComment(
  context: Context,
  target: Discussable,
  { body, replyTo }: { body: string; replyTo: string | undefined },
): Promise<{ id: string } | Outcome<{ id: string }>> {
  const { memberId } = requireSession(context);
  const parent = replyTo === undefined ? undefined : await requireThread(context, target, replyTo);
  const repeated = await findRepeated(context, { authorId: memberId, targetId: target.id, parentId: parent?.id, body });
  if (repeated) return unchanged(repeated);
  if (target.type === "lecture" && target.courseId !== null) await keepInCourse(context, target.id, target.courseId);
  const comment = { id: newId(), commentableType: target.type, commentableId: target.id, courseId: target.courseId };
  await insertComment(context, { ...comment, authorId: memberId, authorRole: target.role, body, parent }, context.now);
  await addVisibleComments(context, comment, 1, context.now);
  if (parent && parent.authorId !== memberId) await notifyAuthor(context, target, comment.id, parent.authorId);
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

/** Path of a comment on the page of its resource. */
export const pathOfComment = (path: string, id: string): string => {
  const wireId = formatId("comment", id);
  return `${path}?comment=${wireId}#${wireId}`;
};

async function notifyAuthor(context: Context, { path, title, role }: Discussable, id: string, memberId: string) {
  const { db, site } = context;
  const writer = await db.first<{ name: string | null }>`
    select name from members where site_id = ${site.id} and id = ${requireSession(context).memberId}`;
  const name = nameOfAuthor(writer?.name ?? null, role, await namesInComments(context));
  const news = occasions.commentReplied({ id, url: pathOfComment(path, id) }, name ?? "—", title);
  await notify(context, { ...news, memberId });
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
  { commentId, body }: { commentId: string; body: string },
): Promise<{ id: string }> {
  await requireOwn(context, target, commentId);
  await editComment(context, commentId, body, context.now);
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

const isOn = (
  { commentableType, commentableId }: LockedComment,
  { type, id }: Pick<Discussable, "type" | "id">,
): boolean => commentableType === type && commentableId === id;

/** The role of a staff member in a discussion. */
export const highestOf = (roles: readonly Role[]): Role => allRoles.find((role) => roles.includes(role)) ?? "student";
