import { contentOf } from "#database/content/content-of.ts";
import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import type { ReviewRow, ExistingReview } from "./review.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";

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

type CountContext = Pick<Context, "db" | "site" | "now">;

/**
 * Recomputes the rating of courses from all of their reviews, whatever the staff decides about the texts: a school
 * cannot improve its rating by hiding reviews or leaving them unapproved. Requires the transaction that wrote the reviews. Locks
 * courses after reviews, in id order.
 */
export async function countRatings({ db, site, now }: CountContext, courseIds: readonly string[]): Promise<void> {
  // A second statement, because a statement does not see commits that happened while it waited for locks.
  await db.run`
    select id from ${table("courses").withIds(site.id, courseIds)}
     order by id for no key update`;
  await db.run`
    update courses
       set rating_sum = changed.sum, rating_count = changed.count, ${countedAt(sql`courses`, now)}
      ${table("courses").fromEach(contentOf(site.id), ratingsOf(site.id, courseIds))}
       and (courses.rating_sum, courses.rating_count) is distinct from (changed.sum, changed.count)`;
}

const ratingsOf = (siteId: string, courseIds: readonly string[]): Sql => sql`
  (select requested_id as id, coalesce(sum(reviews.rating), 0) as sum, count(reviews.id) as count
     from unnest(${[...new Set(courseIds)]}::uuid[]) as requested_id
     left join ${table("reviews").under(siteId, "course_id", sql`requested_id`)} on ${table("reviews").present}
    group by requested_id) as input`;
