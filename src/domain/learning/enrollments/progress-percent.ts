import * as z from "zod";
import { type Sql, sql } from "#database/sql.ts";
import { matching, range } from "#domain/platform/listing/filters.ts";
import { countsForProgress, withSections } from "#domain/learning/progress/taught-lectures.ts";
import type { Site } from "#domain/site/sites/site.ts";

/**
 * Progress in percent, as `percentOf` rounds it, for statements that read `enrollments`. Can run for every enrollment
 * of a site, so totals per course and excluded lectures are computed once.
 */
const percentAt = (site: Site): Sql => sql`
  (floor(1000.0 * (select count(*)
              from lecture_progress done
             where done.site_id = ${site.id} and done.enrollment_id = enrollments.id and done.completed_at is not null
               and done.lecture_id not in (select lectures.id
                                             from lectures ${withSections}
                                            where lectures.site_id = ${site.id} and not ${countsForProgress}))
   / greatest(coalesce(((select jsonb_object_agg(taught.course_id, taught.total)
                  from (select lectures.course_id, count(*) as total
                          from lectures ${withSections}
                         where lectures.site_id = ${site.id} and ${countsForProgress}
                         group by lectures.course_id) as taught) ->> enrollments.course_id::text)::integer, 0), 1)) / 10)`;

const rangeOf = (column: Sql) => range(z.number().min(0).max(100), column);

/** Filter by progress, such as `progress_percent[gte]=50`. */
export const progressPercent = matching(rangeOf(sql`0`).input, (input, site) =>
  rangeOf(percentAt(site)).condition(input),
);
