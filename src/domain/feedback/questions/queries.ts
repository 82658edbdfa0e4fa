import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";

/**
 * Threads of students without an answer of the staff, as the index `comments_unanswered` has them. Hidden and pending
 * comments are moderated first. Only the pages of lectures and posts have a discussion in which an answer can be read.
 */
export const isOpenQuestion: Sql = sql`
  comments.parent_id is null and comments.author_role = 'student' and not comments.answered
  and comments.status = 'visible' and comments.deleted_at is null
  and comments.commentable_type in ('lecture', 'post')`;

/** Resource types whose pages have a discussion, so that an answer can be read there. */
export const questionTypes = ["lecture", "post"] as const;

/** The lecture or post that a question is about. */
export interface QuestionSubject {
  commentId: string;
  title: string;
  /** Null: a post. */
  course: string | null;
  /** True if staff answered it, or decided that it needs no answer. */
  answered: boolean;
  /** False if the discussion of the course or post is closed. */
  isOpen: boolean;
  /** Path of the lecture or post. */
  path: string;
}

interface SubjectRow extends Omit<QuestionSubject, "path"> {
  type: (typeof questionTypes)[number];
  id: string;
  slug: string;
}

/** Returns the subjects of questions in the caller's courses. Leaves out those whose lecture or post was deleted. */
export async function findQuestionSubjects(context: Context, ids: readonly string[]): Promise<QuestionSubject[]> {
  const { db, site } = context;
  const inOwnCourses = ofOwnCourses(context, sql`comments`) ?? sql`true`;
  const subjects = await db.many<SubjectRow>`
    select comments.id as comment_id, comments.commentable_type as type, comments.commentable_id as id,
           comments.answered, coalesce(lectures.title, posts.title) as title, courses.name as course,
           coalesce(posts.slug, courses.slug) as slug,
           coalesce(posts.comments_enabled, courses.comments_enabled) as is_open
      from ${table("comments").withIds(site.id, ids)}
      left join ${table("lectures").joined(site.id, sql`comments.commentable_id`)}
        on ${table("lectures").present} and comments.commentable_type = 'lecture'
      left join ${table("posts").joined(site.id, sql`comments.commentable_id`)}
        on ${table("posts").present} and comments.commentable_type = 'post'
      left join ${table("courses").joined(site.id, sql`comments.course_id`)} on ${table("courses").present}
     where comments.parent_id is null and comments.deleted_at is null and ${inOwnCourses}
       and coalesce(lectures.title, posts.title) is not null and coalesce(posts.slug, courses.slug) is not null`;
  return subjects.map(({ type, id, slug, ...subject }) => ({
    ...subject,
    path: type === "post" ? `/posts/${slug}` : `/learn/${slug}/${formatId("lecture", id)}`,
  }));
}
