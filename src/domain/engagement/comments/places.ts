import * as z from "zod";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { pathOfComment } from "./write-comment.ts";

/** The resource that a comment is about. */
export interface CommentPlace {
  commentId: string;
  title: string;
  /** Path of the comment. Null if no page shows it. */
  path: string | null;
}

/** Maximum number of comments on a page of the admin area. */
const maxComments = 100;

export const showCommentPlaces = operation({
  name: "showCommentPlaces",
  summary: "Find the resources that comments are about",
  access: inAdminArea,
  writes: false,
  input: z.object({ commentIds: z.array(Id("comment")).max(maxComments) }),
  output: z.custom<CommentPlace[]>(),
  async run(context, { commentIds }) {
    if (commentIds.length === 0) return [];
    const found = await findPlaces(context, commentIds);
    return found.flatMap(({ commentId, type, id, title, slug }) =>
      title === null ? [] : [{ commentId, title, path: pathOf({ commentId, type, id, slug }) }],
    );
  },
});

interface Place {
  commentId: string;
  type: "course" | "lecture" | "post" | "submission";
  id: string;
  /** Null if the resource was deleted. */
  title: string | null;
  slug: string | null;
}

const findPlaces = ({ db, site }: SiteScope, ids: readonly string[]): Promise<Place[]> =>
  db.many<Place>`
    select comments.id as comment_id, comments.commentable_type as type, comments.commentable_id as id,
           coalesce(lectures.title, posts.title, courses.name) as title, coalesce(posts.slug, courses.slug) as slug
      from comments
      left join lectures on lectures.site_id = ${site.id} and lectures.id = comments.commentable_id
       and lectures.deleted_at is null
      left join posts on posts.site_id = ${site.id} and posts.id = comments.commentable_id and posts.deleted_at is null
      left join courses on courses.site_id = ${site.id} and courses.id = comments.course_id
       and courses.deleted_at is null
     where comments.site_id = ${site.id} and comments.id = any(${ids}::uuid[])`;

function pathOf({ commentId, type, id, slug }: Omit<Place, "title">): string | null {
  if (slug === null) return null;
  if (type === "lecture") return pathOfComment(`/learn/${slug}/${formatId("lecture", id)}`, commentId);
  return type === "post" ? pathOfComment(`/posts/${slug}`, commentId) : null;
}
