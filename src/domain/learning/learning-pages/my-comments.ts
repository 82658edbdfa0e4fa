import * as z from "zod";
import { type Discussion, type DiscussionPosition, readDiscussion } from "#domain/feedback/comments/read-discussion.ts";
import {
  CommentBody,
  deleteOwnComment,
  type Discussable,
  editOwnComment,
  highestOf,
  limitComments,
  writeComment,
  WrittenComment,
} from "#domain/feedback/comments/write-comment.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/require-session.ts";
import { type Learner, requireLearner } from "./learner.ts";
import { outlineFor } from "./outline.ts";

/** Returns true if the member takes part in discussions of the course. */
const mayDiscuss = ({ course, isEnrolled, isStaff }: Learner): boolean =>
  course.commentsEnabled && (isEnrolled || isStaff);

/**
 * Reads a page of the discussion of a lecture. Null if the course has no discussions or the member takes no part. The
 * caller must have checked that the lecture is open to the member.
 */
export async function readLectureDiscussion(
  context: Context,
  learner: Learner,
  lectureId: string,
  position: DiscussionPosition,
): Promise<Discussion | null> {
  if (!mayDiscuss(learner)) return null;
  const { memberId } = requireSession(context);
  return readDiscussion(context, { type: "lecture", id: lectureId, memberId, moderates: learner.isStaff }, position);
}

const aLecture = z.object({ course: ReferenceTo("course"), lectureId: Id("lecture") });

export const writeMyComment = operation({
  name: "writeMyComment",
  summary: "Comment on a lecture or reply to a comment",
  access: { only: ["session"] },
  writes: true,
  input: aLecture.extend({ body: CommentBody, replyTo: Id("comment").optional() }),
  output: WrittenComment,
  prepare: limitComments,
  run: async (context, { body, replyTo, ...lecture }) =>
    writeComment(context, await requireDiscussion(context, lecture), { body, replyTo }),
  event: (_input, { id }) => eventAbout("comment.created", "comment", id),
});

export const editMyComment = operation({
  name: "editMyComment",
  summary: "Edit the member's comment on a lecture",
  access: { only: ["session"] },
  writes: true,
  input: aLecture.extend({ commentId: Id("comment"), body: CommentBody }),
  output: WrittenComment,
  prepare: limitComments,
  run: async (context, { commentId, body, ...lecture }) =>
    editOwnComment(context, await requireDiscussion(context, lecture), { commentId, body }),
  event: (_input, { id }) => eventAbout("comment.updated", "comment", id),
});

export const deleteMyComment = operation({
  name: "deleteMyComment",
  summary: "Delete the member's comment on a lecture",
  description: "Also after the member's access has ended.",
  access: { only: ["session"] },
  writes: true,
  input: aLecture.extend({ commentId: Id("comment") }),
  output: WrittenComment,
  async run(context, { course, lectureId, commentId }) {
    await requireLearner(context, course);
    return deleteOwnComment(context, { type: "lecture", id: lectureId }, commentId);
  },
});

/** Throws unless the lecture is open to the member and has a discussion. */
async function requireDiscussion(
  context: Context,
  { course: reference, lectureId }: z.output<typeof aLecture>,
): Promise<Discussable> {
  const learner = await requireLearner(context, reference);
  const lectures = (await outlineFor(context, learner)).flatMap((section) => section.lectures);
  const lecture = lectures.find(({ id }) => id === lectureId);
  if (!lecture) throw notFound("lecture", formatId("lecture", lectureId), "in this course");
  if (!mayDiscuss(learner) || lecture.lock) {
    throw new Problem("role_required", "This lecture has no discussion, or it is not open to you.");
  }
  const { course, roles, isStaff } = learner;
  return {
    type: "lecture",
    id: lectureId,
    courseId: course.id,
    path: `/learn/${course.slug}/${formatId("lecture", lectureId)}`,
    title: lecture.title,
    role: isStaff ? highestOf(roles) : "student",
    moderates: isStaff,
  };
}
