import { contentOf } from "#database/content/content-of.ts";
import { recordset, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { columns, type ReviewOf } from "./queries.ts";
import type { ExistingReview } from "./review.ts";

/** Fields of a review that an import sets. */
export type StoredReview = Omit<ExistingReview, "version" | "updatedAt" | "deletedAt">;

/**
 * Returns reviews with these ids or of these course and member pairs, withdrawn ones included, locked until the
 * transaction ends.
 */
export const lockReviewsFor = (
  { db, site }: SiteScope,
  ids: readonly string[],
  pairs: readonly ReviewOf[],
): Promise<ExistingReview[]> => {
  const among = sql`
    select unnest(${ids}::uuid[])
     union all
    select found.id
      from unnest(${pairs.map(({ courseId }) => courseId)}::uuid[], ${pairs.map(({ memberId }) => memberId)}::uuid[])
             as requested (course_id, member_id)
     cross join lateral (
       select reviews.id from reviews
        where reviews.site_id = ${site.id}
          and ${table("reviews").hasPair(["course_id", "member_id"], sql`requested.course_id`, sql`requested.member_id`)}
       offset 0) as found`;
  return db.many<ExistingReview>`
    select ${columns}, reviews.hidden_at, reviews.deleted_at from ${table("reviews").withIds(site.id, among)}
     order by reviews.id for no key update of reviews`;
};

export async function insertReviews(
  { db, site }: SiteScope,
  reviews: readonly StoredReview[],
  now: Date,
): Promise<void> {
  if (reviews.length === 0) return;
  await db.run`
    insert into reviews (site_id, id, course_id, member_id, rating, title, body, status, reply, replied_at, edited_at,
                         hidden_at, external_id, metadata, created_at, updated_at)
    select ${contentOf(site.id)}, id, course_id, member_id, rating, title, body, status, reply, replied_at, edited_at, hidden_at,
           external_id, metadata, created_at, ${now}
      from jsonb_populate_recordset(null::reviews, ${recordset(reviews)}::jsonb)`;
}

/** Updates everything except course and author. Requires that the transaction has locked the reviews. */
export async function updateReviews(
  { db, site }: SiteScope,
  reviews: readonly StoredReview[],
  now: Date,
): Promise<void> {
  if (reviews.length === 0) return;
  await db.run`
    update reviews
       set rating = changed.rating, title = changed.title, body = changed.body, status = changed.status, reply = changed.reply,
           replied_at = changed.replied_at, edited_at = changed.edited_at, hidden_at = changed.hidden_at,
           external_id = changed.external_id, metadata = changed.metadata, created_at = changed.created_at,
           version = reviews.version + 1, updated_at = ${now}
      ${table("reviews").fromRecords(site.id, reviews)}`;
}
