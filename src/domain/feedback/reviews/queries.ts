import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { ReviewRow } from "./review.ts";

export const {
  columns,
  find: findReview,
  lock: lockReview,
  insert: insertReview,
  update: updateReview,
} = defineTable<ReviewRow, NewReview, Partial<Changeable>>("reviews", { without: "hidden_at" });

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

type Changeable = Omit<ExistingReview, "id" | "courseId" | "memberId" | "version" | "updatedAt">;
