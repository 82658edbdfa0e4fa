import { countedAt } from "#domain/platform/content-time.ts";
import { sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { rowsByKey } from "#domain/platform/rows-by-key.ts";

/** Visible reviews, which count in the rating. */
export const isPublishedReview = sql`reviews.status = 'published' and reviews.deleted_at is null`;

type CountContext = Pick<Context, "db" | "site" | "now">;

/**
 * Recomputes the rating of courses from their visible reviews. Requires the transaction that wrote the reviews. Locks
 * courses after reviews, in id order.
 */
export async function countRatings({ db, site, now }: CountContext, courseIds: readonly string[]): Promise<void> {
  // A second statement, because a statement does not see commits that happened while it waited for locks.
  await db.run`
    select id from ${rowsByKey(sql`courses`, site.id, sql`courses.id`, courseIds)}
     order by id for no key update`;
  await db.run`
    update courses
       set rating_sum = coalesce(counted.sum, 0), rating_count = coalesce(counted.count, 0),
           ${countedAt(sql`courses`, now)}
      from unnest(${courseIds}::uuid[]) as requested (id)
      left join (select reviews.course_id, sum(reviews.rating) as sum, count(*) as count from reviews
                  where reviews.site_id = ${site.id} and reviews.course_id = any(${courseIds}::uuid[])
                    and ${isPublishedReview}
                  group by reviews.course_id) counted on counted.course_id = requested.id
     where courses.site_id = ${site.id} and courses.id = requested.id
       and (courses.rating_sum, courses.rating_count)
           is distinct from (coalesce(counted.sum, 0), coalesce(counted.count, 0))`;
}
