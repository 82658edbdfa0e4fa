import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { pathOfComment } from "./discussion.ts";

/** The resource that a comment is about. */
export interface CommentSubject {
  commentId: string;
  title: string;
  /** Path of the comment. Null if no page shows it. */
  path: string | null;
}

const maxCommentsPerPage = 100;

export const showCommentSubjects = operation({
  name: "showCommentSubjects",
  summary: "Find the resources that comments are about",
  reads: inAdminArea,
  input: z.object({ commentIds: z.array(Id("comment")).max(maxCommentsPerPage) }),
  output: z.custom<CommentSubject[]>(),
  async run(context, { commentIds }) {
    if (commentIds.length === 0) return [];
    const found = await findSubjects(context, commentIds);
    return found.flatMap(({ commentId, type, id, title, slug }) =>
      title === null ? [] : [{ commentId, title, path: pathOf({ commentId, type, id, slug }) }],
    );
  },
});

interface SubjectRow {
  commentId: string;
  type: "course" | "lecture" | "post" | "submission";
  id: string;
  /** Null if the resource was deleted. */
  title: string | null;
  slug: string | null;
}

const findSubjects = ({ db, site }: SiteScope, ids: readonly string[]): Promise<SubjectRow[]> =>
  db.many<SubjectRow>`
    select comments.id as comment_id, comments.commentable_type as type, comments.commentable_id as id,
           coalesce(lectures.title, posts.title, courses.name) as title, coalesce(posts.slug, courses.slug) as slug
      from ${table("comments").withIds(site.id, ids)}
      left join ${table("lectures").joined(site.id, sql`comments.commentable_id`)}
        on ${table("lectures").present}
      left join ${table("posts").joined(site.id, sql`comments.commentable_id`)} on ${table("posts").present}
      left join ${table("courses").joined(site.id, sql`comments.course_id`)} on ${table("courses").present}`;

function pathOf({ commentId, type, id, slug }: Omit<SubjectRow, "title">): string | null {
  if (slug === null) return null;
  if (type === "lecture") return pathOfComment(`/learn/${slug}/${formatId("lecture", id)}`, commentId);
  return type === "post" ? pathOfComment(`/posts/${slug}`, commentId) : null;
}
