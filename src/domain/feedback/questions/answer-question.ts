import * as z from "zod";
import { Id, formatId } from "#domain/platform/ids.ts";
import { byTeachersInPerson, operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { lockComment } from "#domain/feedback/comments/discussion.ts";
import { findQuestionSubjects, questionTypes } from "./queries.ts";
import {
  CommentBody,
  highestOf,
  writeComment,
  WrittenComment,
  prepareComment,
} from "#domain/feedback/comments/write-comment.ts";

const types = z.enum(questionTypes);

export const answerQuestion = operation({
  name: "answerQuestion",
  summary: "Answer a question of a student",
  description:
    "Replies in the discussion of the lecture or post, and notifies the student. Lecturers and teaching assistants answer in their own courses.",
  writes: byTeachersInPerson,
  /** `seenReplies`: the number of replies that the person has read. */
  input: z.object({ id: Id("comment"), body: CommentBody, seenReplies: z.number().int().min(0) }),
  output: WrittenComment,
  prepare: prepareComment,
  async run(context, { id, body, html, seenReplies }) {
    const [subject] = await findQuestionSubjects(context, [id]);
    const question = subject && (await lockComment(context, id));
    if (!question) throw notFound("comment", formatId("comment", id));
    if (!subject.isOpen) {
      throw new Problem(
        "role_required",
        "The discussion of this question is closed, so that an answer would not be seen.",
      );
    }
    if (question.status !== "visible") {
      throw new Problem("invalid_state", "The question is hidden, so that an answer would not be seen.", {
        allowed: [],
      });
    }
    const { db, site } = context;
    const stored = await db.first<{ replyCount: number }>`
      select reply_count from comments where site_id = ${site.id} and id = ${id}`;
    if ((stored?.replyCount ?? 0) > seenReplies) {
      throw new Problem("etag_mismatch", "The question has new replies. Read them before you answer.");
    }
    const target = {
      type: types.parse(question.commentableType),
      id: question.commentableId,
      courseId: question.courseId,
      path: subject.path,
      title: subject.title,
      role: highestOf(requireSession(context).roles),
      moderates: true,
    };
    return writeComment(context, target, { body, html, replyTo: id });
  },
  unaudited: "not security-relevant: its event records it",
  emits: "comment.created",
});
