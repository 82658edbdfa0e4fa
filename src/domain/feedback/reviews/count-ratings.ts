import { contentOf } from "#database/content/content-of.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";

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
