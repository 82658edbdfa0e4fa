import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** What everybody sees, and what counts. */
export const isPublishedReview = sql`reviews.status = 'published' and reviews.deleted_at is null`;

/**
 * What the reviews of courses that can be seen add up to, kept with each course. For a transaction that has written them:
 * courses are held after reviews, in the order of their ids.
 */
export async function countRatings({ db, site }: SiteScope, courseIds: readonly string[]): Promise<void> {
  // A statement sees what was committed before it began, not what it waited for.
  await db.run`
    select id from courses where site_id = ${site.id} and id = any(${courseIds}::uuid[])
     order by id for no key update`;
  await db.run`
    update courses
       set rating_sum = coalesce(counted.sum, 0), rating_count = coalesce(counted.count, 0)
      from unnest(${courseIds}::uuid[]) as wanted (id)
      left join (select reviews.course_id, sum(reviews.rating) as sum, count(*) as count from reviews
                  where reviews.site_id = ${site.id} and reviews.course_id = any(${courseIds}::uuid[])
                    and ${isPublishedReview}
                  group by reviews.course_id) counted on counted.course_id = wanted.id
     where courses.site_id = ${site.id} and courses.id = wanted.id`;
}
