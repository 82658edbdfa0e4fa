import * as z from "zod";
import {
  type Discussion,
  type DiscussionPosition,
  readDiscussion,
  type CourseThread,
  listCourseThreads,
} from "#domain/feedback/comments/read-discussion.ts";
import {
  CommentBody,
  deleteOwnComment,
  editOwnComment,
  highestOf,
  writeComment,
  WrittenComment,
  prepareComment,
} from "#domain/feedback/comments/write-comment.ts";
import { likeComment, LikedComment, limitLikes } from "#domain/feedback/comments/like-comment.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { type Learner, mayDiscuss, requireLearner } from "./learner.ts";
import { outlineFor } from "./outline.ts";
import type { Discussable } from "#domain/feedback/comments/discussion.ts";
import { isFollowing, setFollowing } from "#domain/feedback/comments/queries.ts";

export interface LectureDiscussion extends Discussion {
  /** True if the member is notified of new comments. */
  isFollowing: boolean;
}

/**
 * Reads a page of the discussion of a lecture. Null if the course has no discussions or the member takes no part. The
 * caller must have checked that the lecture is open to the member.
 */
export async function readLectureDiscussion(
  context: Context,
  learner: Learner,
  lectureId: string,
  position: DiscussionPosition,
): Promise<LectureDiscussion | null> {
  if (!mayDiscuss(learner)) return null;
  const { memberId } = requireSession(context);
  const discussed = { type: "lecture", id: lectureId, memberId, moderates: learner.isStaff } as const;
  const [discussion, following] = await Promise.all([
    readDiscussion(context, discussed, position),
    isFollowing(context, lectureId, memberId),
  ]);
  return { ...discussion, isFollowing: following };
}

const aLecture = z.object({ course: ReferenceTo("course"), lectureId: Id("lecture") });

export const writeMyComment = operation({
  name: "writeMyComment",
  summary: "Comment on a lecture or reply to a comment",
  writes: { only: ["session"] },
  input: aLecture.extend({ body: CommentBody, replyTo: Id("comment").optional() }),
  output: WrittenComment,
  prepare: prepareComment,
  run: async (context, { body, html, replyTo, ...lecture }) =>
    writeComment(context, await requireDiscussion(context, lecture), { body, html, replyTo }),
  unaudited: "not security-relevant: its event records it",
  emits: "comment.created",
});

export const editMyComment = operation({
  name: "editMyComment",
  summary: "Edit the member's comment on a lecture",
  writes: { only: ["session"] },
  input: aLecture.extend({ commentId: Id("comment"), body: CommentBody }),
  output: WrittenComment,
  prepare: prepareComment,
  run: async (context, { commentId, body, html, ...lecture }) =>
    editOwnComment(context, await requireDiscussion(context, lecture), { commentId, body, html }),
  unaudited: "not security-relevant: its event records it",
  emits: "comment.updated",
});

export const deleteMyComment = operation({
  name: "deleteMyComment",
  summary: "Delete the member's comment on a lecture",
  description: "Also after the member's access has ended.",
  writes: { only: ["session"] },
  input: aLecture.extend({ commentId: Id("comment") }),
  output: WrittenComment,
  async run(context, { course, lectureId, commentId }) {
    await requireLearner(context, course);
    return deleteOwnComment(context, { type: "lecture", id: lectureId }, commentId);
  },
  unaudited: "not security-relevant: its event records it",
});

export const likeLectureComment = operation({
  name: "likeLectureComment",
  summary: "Like a comment on a lecture",
  writes: { only: ["session"] },
  input: aLecture.extend(LikedComment.shape),
  output: WrittenComment,
  prepare: limitLikes,
  run: async (context, { commentId, isLiked, ...lecture }) =>
    likeComment(context, await requireDiscussion(context, lecture), { commentId, isLiked }),
  unaudited: "not security-relevant",
});

export const followDiscussion = operation({
  name: "followDiscussion",
  summary: "Follow the discussion of a lecture",
  writes: { only: ["session"] },
  input: aLecture.extend({ following: z.boolean() }),
  output: z.object({ following: z.boolean() }),
  async run(context, { following, ...lecture }) {
    const { id } = await requireDiscussion(context, lecture);
    const changed = await setFollowing(context, id, requireSession(context).memberId, following);
    return changed ? { following } : unchanged({ following });
  },
  unaudited: "not security-relevant",
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

/** A page of the threads of a course. */
export interface CourseDiscussion {
  course: { slug: string; name: string };
  threads: (CourseThread & { lecture: string })[];
  /** The lectures that are open to the member, which they can ask about. */
  lectures: { id: string; title: string }[];
  /** The lecture that the member opened last. */
  lastLectureId: string | null;
  /** ID of the thread after which the next page starts. */
  nextAfter: string | null;
}

export const showCourseDiscussion = operation({
  name: "showCourseDiscussion",
  summary: "List the threads of all lectures of a course",
  description: "Those with the newest comment first, of the lectures that are open to the member.",
  reads: { only: ["session"] },
  input: z.object({
    course: ReferenceTo("course"),
    unanswered: z.boolean().default(false),
    afterId: Id("comment").optional(),
  }),
  output: z.custom<CourseDiscussion>(),
  async run(context, { course: reference, unanswered, afterId = null }) {
    const learner = await requireLearner(context, reference);
    const { course, isStaff } = learner;
    if (!mayDiscuss(learner)) throw new Problem("role_required", "This course has no discussions for you.");
    const lectures = (await outlineFor(context, learner)).flatMap((section) => section.lectures);
    const open = lectures.filter(({ lock }) => lock === null);
    const titles = new Map(open.map(({ id, title }) => [id, title]));
    const page = await listCourseThreads(context, {
      courseId: course.id,
      lectureIds: [...titles.keys()],
      memberId: requireSession(context).memberId,
      moderates: isStaff,
      unanswered,
      afterId,
    });
    return {
      course: { slug: course.slug, name: course.name },
      threads: page.threads.map((thread) => ({ ...thread, lecture: titles.get(thread.lectureId) ?? "" })),
      lectures: open.map(({ id, title }) => ({ id, title })),
      lastLectureId: learner.enrollment?.lastLectureId ?? null,
      nextAfter: page.nextAfter,
    };
  },
});
