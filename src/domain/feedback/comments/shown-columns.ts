import { type Sql, sql } from "#database/statements/sql.ts";
import { columns } from "./queries.ts";
import type { CommentRecord } from "./comment.ts";

/** A comment in a discussion, for one person. */
export interface DiscussedComment extends CommentRecord {
  deletedAt: Date | null;
  /** Null if the text is not rendered: it was imported, or is older than rendered comments. */
  bodyHtml: string | null;
  authorPictureId: string | null;
  isLiked: boolean;
}

/** Columns of comments in a discussion. `memberId`: the reader. Null: a visitor. */
export const shownColumns = (siteId: string, memberId: string | null): Sql => sql`
  ${columns}, comments.deleted_at,
  case when comments.html_version = comments.version then comments.body_html end as body_html,
  (select members.picture_file_id from members
    where members.site_id = comments.site_id and members.id = comments.author_id) as author_picture_id,
  ${
    memberId === null
      ? sql`false`
      : sql`exists (select from comment_likes
                     where comment_likes.site_id = ${siteId} and comment_likes.comment_id = comments.id
                       and comment_likes.member_id = ${memberId})`
  } as is_liked`;
