import * as z from "zod";
import { roles } from "#access/roles.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import {
  anyIdOf,
  anyIdOrNone,
  anyOf,
  changeTimes,
  equalTo,
  indexedBy,
  matching,
  oneOf,
  withoutIndex,
} from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import {
  Comment,
  CommentableId,
  commentableTypes,
  type CommentRecord,
  commentStatuses,
  serializeComment,
} from "./comment.ts";
import { columns, findComment } from "./queries.ts";

const of = {
  kind: "comment",
  table: sql`comments`,
  columns,
  defaultSort: "-createdAt",
} as const;

const withStatus: Readonly<Record<(typeof commentStatuses)[number], Sql>> = {
  visible: sql`comments.status = 'visible'`,
  hidden: sql`comments.status = 'hidden'`,
  pending: sql`comments.status = 'pending'`,
};

/**
 * Literals, not parameters: where all comments have one status, a generic plan expects every row for any status, and
 * then no index is better than another.
 */
const status = matching(z.array(z.enum(commentStatuses)).min(1).max(200), ([first, ...others]) =>
  first && others.length === 0
    ? { ...equalTo(sql`comments.status`, sql`${first}`), condition: withStatus[first] }
    : sql`comments.status = any(${[first, ...others]}::text[])`,
);

const comments = listing<CommentRecord>({
  ...of,
  searchable: true,
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: {
    commentableType: withoutIndex(anyOf(z.enum(commentableTypes), sql`comments.commentable_type`)),
    commentableId: matching(z.array(CommentableId).min(1).max(50), (ids) =>
      oneOf(sql`comments.commentable_id`, ids, sql`uuid[]`),
    ),
    courseId: anyIdOf(Id("course"), sql`comments.course_id`),
    authorId: anyIdOf(Id("member"), sql`comments.author_id`),
    authorRole: withoutIndex(anyOf(z.enum(roles), sql`comments.author_role`)),
    status,
    parentId: anyIdOrNone(
      Id("comment"),
      sql`comments.parent_id`,
      "Replies to these comments. `null`: comments that start a thread.",
    ),
    unanswered: matching(
      z.boolean().meta({ description: "Threads started by students that no staff member has replied to" }),
      (requested) => {
        const question = sql`comments.parent_id is null and comments.author_role = 'student' and not comments.answered`;
        return requested ? indexedBy(sql`comments.created_at`, question) : sql`not (${question})`;
      },
    ),
    ...changeTimes(sql`comments`),
  },
});

const replies = listing<CommentRecord>({
  ...of,
  defaultSort: "createdAt",
  sorts: { createdAt: "timestamptz" },
  filters: { status: withoutIndex(status) },
});

export const listComments = operation({
  name: "listComments",
  summary: "List comments",
  description: "Comments on courses, lectures, posts and submissions.",
  reads: "comments:read",
  input: comments.input,
  output: pageSchemaOf(Comment),
  run: async (context, input) =>
    mapPage(await comments.page(context, input, { confine: [ofOwnCourses(context, sql`comments`)] }), serializeComment),
});

export const getComment = operation({
  name: "getComment",
  summary: "Retrieve a comment",
  reads: "comments:read",
  input: z.object({ id: Id("comment") }),
  output: Comment,
  run: async (context, { id }) => serializeComment(await requireComment(context, id)),
});

export const listCommentReplies = operation({
  name: "listCommentReplies",
  summary: "List the replies to a comment",
  description: "Oldest first.",
  reads: "comments:read",
  input: replies.input.extend({ id: Id("comment") }),
  output: pageSchemaOf(Comment),
  async run(context, { id, ...input }) {
    await requireComment(context, id);
    return mapPage(await replies.page(context, input, { of: sql`comments.parent_id = ${id}` }), serializeComment);
  },
});

async function requireComment(context: Context, id: string): Promise<CommentRecord> {
  const comment = await findComment(context, id, ofOwnCourses(context, sql`comments`));
  if (!comment) throw notFound("comment", formatId("comment", id));
  return comment;
}
