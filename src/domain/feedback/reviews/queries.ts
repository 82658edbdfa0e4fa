import { assignments, rows, sql } from "#database/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { ReviewRow } from "./review.ts";

export const columns = sql`
  reviews.id, reviews.course_id, reviews.member_id, reviews.rating, reviews.title, reviews.body, reviews.status,
  reviews.reply, reviews.replied_at, reviews.edited_at, reviews.external_id, reviews.metadata, reviews.version,
  reviews.created_at, reviews.updated_at`;

export const findReview = ({ db, site }: SiteScope, id: string): Promise<ReviewRow | undefined> =>
  db.first<ReviewRow>`
    select ${columns} from reviews where site_id = ${site.id} and id = ${id} and ${table("reviews").present}`;

export const lockReview = ({ db, site }: SiteScope, id: string): Promise<ReviewRow | undefined> =>
  db.first<ReviewRow>`
    select ${columns} from reviews
     where site_id = ${site.id} and id = ${id} and ${table("reviews").present} for no key update`;

/** Author and course of a review. */
export type ReviewOf = Pick<ReviewRow, "courseId" | "memberId">;

export const findReviewOf = (
  { db, site }: SiteScope,
  { courseId, memberId }: ReviewOf,
): Promise<ReviewRow | undefined> =>
  db.first<ReviewRow>`
    select ${columns} from reviews
     where site_id = ${site.id} and course_id = ${courseId} and member_id = ${memberId} and deleted_at is null`;

/** Includes stored fields that responses omit: the time of hiding and of withdrawal. */
export type ExistingReview = ReviewRow & { hiddenAt: Date | null; deletedAt: Date | null };

/** Returns a member's review of a course, withdrawn or not, locked until the transaction ends. */
export const lockReviewOf = (
  { db, site }: SiteScope,
  { courseId, memberId }: ReviewOf,
): Promise<ExistingReview | undefined> =>
  db.first<ExistingReview>`
    select ${columns}, reviews.hidden_at, reviews.deleted_at from reviews
     where site_id = ${site.id} and course_id = ${courseId} and member_id = ${memberId} for no key update`;

type NewReview = ReviewOf & Pick<ReviewRow, "id" | "rating" | "title" | "body" | "status">;

export async function insertReview({ db, site }: SiteScope, review: NewReview, now: Date): Promise<void> {
  await db.run`insert into reviews ${rows({ siteId: site.id, ...review, createdAt: now, updatedAt: now })}`;
}

type Changeable = Omit<ExistingReview, "id" | "courseId" | "memberId" | "version" | "updatedAt">;

export async function updateReview(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Changeable>,
  now: Date,
): Promise<void> {
  await db.run`
    update reviews set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}
