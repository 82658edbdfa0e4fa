import { assignments, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import type { ReviewRow } from "./review.ts";

export const columns = sql`
  reviews.id, reviews.course_id, reviews.member_id, reviews.rating, reviews.title, reviews.body, reviews.status,
  reviews.reply, reviews.replied_at, reviews.external_id, reviews.metadata, reviews.version, reviews.created_at,
  reviews.updated_at`;

export const findReview = ({ db, site }: SiteScope, id: string): Promise<ReviewRow | undefined> =>
  db.first<ReviewRow>`
    select ${columns} from reviews where site_id = ${site.id} and id = ${id} and deleted_at is null`;

export const lockReview = ({ db, site }: SiteScope, id: string): Promise<ReviewRow | undefined> =>
  db.first<ReviewRow>`
    select ${columns} from reviews
     where site_id = ${site.id} and id = ${id} and deleted_at is null for no key update`;

export async function updateReview(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Pick<ReviewRow, "status" | "reply" | "repliedAt" | "metadata">>,
  now: Date,
): Promise<void> {
  await db.run`
    update reviews set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

/** What a course's reviews that can be seen add up to, kept with the course. */
export async function countRatings({ db, site }: SiteScope, courseId: string): Promise<void> {
  // A statement sees what was committed before it began, not what it waited for.
  await db.run`select id from courses where site_id = ${site.id} and id = ${courseId} for no key update`;
  await db.run`
    update courses set
      rating_sum = (select coalesce(sum(reviews.rating), 0) from reviews
                     where reviews.site_id = ${site.id} and reviews.course_id = ${courseId}
                       and reviews.status = 'published' and reviews.deleted_at is null),
      rating_count = (select count(*) from reviews
                       where reviews.site_id = ${site.id} and reviews.course_id = ${courseId}
                         and reviews.status = 'published' and reviews.deleted_at is null)
     where courses.site_id = ${site.id} and courses.id = ${courseId}`;
}
