import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { byLecturersInPerson, operation } from "#domain/platform/operation.ts";
import { eventOfDeletion } from "#domain/platform/outbox/event-of-deletion.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { deleteComment, lockComment, setCommentStatus } from "./discussion.ts";

const Moderated = z.object({ id: Id("comment") });

export const moderateComment = operation({
  name: "moderateComment",
  summary: "Show or hide a comment",
  writes: byLecturersInPerson,
  input: Moderated.extend({ status: z.enum(["visible", "hidden"]) }),
  output: Moderated,
  async run(context, { id, status }) {
    const comment = await requireModerated(context, id);
    if (comment.status === status) return unchanged({ id });
    await setCommentStatus(context, comment, status, context.now);
    return { id };
  },
  audit: ({ status }, { id }) => about("comment", id, { status }),
  emits: "comment.updated",
});

export const removeComment = operation({
  name: "removeComment",
  summary: "Delete a comment of any author",
  writes: byLecturersInPerson,
  input: Moderated,
  output: Moderated,
  async run(context, { id }) {
    const comment = await requireModerated(context, id);
    const event = await eventOfDeletion(context, "comment.deleted", "comment", id);
    await deleteComment(context, comment, context.now);
    await recordEvent(context, event);
    return { id };
  },
});

async function requireModerated(context: Context, id: string) {
  const comment = await lockComment(context, id);
  const isOwn =
    comment && (comment.courseId === null ? !isConfined(context) : await isOwnCourse(context, comment.courseId));
  if (!comment || !isOwn) throw notFound("comment", formatId("comment", id));
  requireVersion(context, comment);
  return comment;
}
