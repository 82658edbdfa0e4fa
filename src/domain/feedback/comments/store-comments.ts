import { contentOf } from "#database/content/content-of.ts";
import { recordset } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { CommentRecord, CommentRow } from "./comment.ts";
import { columns } from "./queries.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { countsOfEach } from "#database/table/table-parts.ts";

/** Fields of a comment that an import sets. */
export type StoredComment = Omit<CommentRow, "replyCount" | "answered" | "version" | "updatedAt">;

/** Returns these comments, locked until the transaction ends. */
export const lockComments = ({ db, site }: SiteScope, ids: readonly string[]): Promise<CommentRecord[]> =>
  db.many<CommentRecord>`
    select ${columns} from ${table("comments").withIds(site.id, ids)}
     where ${table("comments").present}
     order by comments.id for no key update of comments`;

/** Finds comments by author, resource and time. */
export const listByAuthorAndTime = (
  { db, site }: SiteScope,
  identified: readonly Pick<CommentRow, "authorId" | "commentableId" | "createdAt">[],
): Promise<Pick<CommentRow, "id" | "authorId" | "commentableId" | "createdAt">[]> =>
  db.many<Pick<CommentRow, "id" | "authorId" | "commentableId" | "createdAt">>`
    select comments.id, comments.author_id, comments.commentable_id, comments.created_at
      from unnest(${identified.map(({ authorId }) => authorId)}::uuid[],
                  ${identified.map(({ commentableId }) => commentableId)}::uuid[],
                  ${identified.map(({ createdAt }) => createdAt)}::timestamptz[]) as requested (author_id, commentable_id, at)
      join comments on comments.site_id = ${site.id} and comments.author_id = requested.author_id
       and comments.commentable_id = requested.commentable_id and comments.created_at = requested.at
       and comments.deleted_at is null`;

/** Inserts comments in bulk, and updates reply counts and answered marks. */
export async function insertComments(
  { db, site }: SiteScope,
  comments: readonly StoredComment[],
  now: Date,
): Promise<void> {
  if (comments.length === 0) return;
  const input = await mapInSlices(comments, (comment) => ({
    ...comment,
    searchTerms: searchTermsFor(site, [comment.body]),
  }));
  await db.run`
    insert into comments (site_id, id, commentable_type, commentable_id, course_id, parent_id, thread_id, depth,
                          author_id, author_role, body, status, like_count, edited_at, search_terms, external_id,
                          metadata, created_at, updated_at)
    select ${contentOf(site.id)}, id, commentable_type, commentable_id, course_id, parent_id, thread_id, depth, author_id,
           author_role, body, status, like_count, edited_at, search_terms, external_id, metadata, created_at, ${now}
      from jsonb_populate_recordset(null::comments, ${recordset(input)}::jsonb)`;
  const parentIds = comments.flatMap(({ parentId }) => parentId ?? []);
  if (parentIds.length === 0) return;
  await db.run`
    update comments set reply_count = comments.reply_count + changed.by, updated_at = ${now}
      ${table("comments").fromEach(contentOf(site.id), countsOfEach(parentIds))}`;
  const answered = comments.filter(({ parentId, authorRole }) => parentId !== null && authorRole !== "student");
  await db.run`
    update comments set answered = true
      ${table("comments").fromEach(contentOf(site.id), countsOfEach(answered.map(({ threadId }) => threadId)))} and not comments.answered`;
}

/** Updates content and status. Requires that the transaction has locked the comments. */
export async function updateComments(
  { db, site }: SiteScope,
  comments: readonly StoredComment[],
  now: Date,
): Promise<void> {
  if (comments.length === 0) return;
  const input = await mapInSlices(comments, (comment) => ({
    ...comment,
    searchTerms: searchTermsFor(site, [comment.body]),
  }));
  await db.run`
    update comments
       set body = changed.body, body_html = null, status = changed.status, like_count = changed.like_count,
           edited_at = changed.edited_at, search_terms = changed.search_terms, external_id = changed.external_id,
           metadata = changed.metadata, version = comments.version + 1, updated_at = ${now}
      ${table("comments").fromRecords(site.id, input)}`;
}
