import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";
import { type CourseProgress, percentOf } from "./course-progress.ts";
import { countsForProgress, withSections } from "#domain/catalog/curriculum/taught-lectures.ts";

type Counted = Pick<CourseProgress, "completedLectures" | "totalLectures" | "percent">;

/**
 * Counts completed lectures of those that count for progress, keyed by enrollment ID. Cheaper than `courseProgress`,
 * which also finds the next lecture and therefore reads every lecture per enrollment.
 */
export async function countCompleted(
  { db, site }: SiteScope,
  enrollments: readonly Pick<Enrollment, "id" | "courseId">[],
): Promise<Map<string, Counted>> {
  if (enrollments.length === 0) return new Map();
  const rows = await db.many<{ id: string; total: number; completed: number }>`
    ${countsOf(site.id, enrollments)}`;
  return new Map(
    rows.map(({ id, total, completed }) => [
      id,
      { completedLectures: completed, totalLectures: total, percent: percentOf(completed, total) },
    ]),
  );
}

/** Selects `id`, `total` and `completed` of enrollments. */
export function countsOf(siteId: string, enrollments: readonly Pick<Enrollment, "id" | "courseId">[]): Sql {
  const ids = enrollments.map(({ id }) => id);
  const courseIds = enrollments.map(({ courseId }) => courseId);
  return countsIn(siteId, sql`unnest(${ids}::uuid[], ${courseIds}::uuid[]) as requested (id, course_id)`, courseIds);
}

/** `countsOf` for the rows of `requested`, with `id` and `course_id`, in these courses. */
export function countsIn(siteId: string, requested: Sql, courseIds: readonly string[]): Sql {
  const taught = sql`${table("lectures").under(siteId, "course_id", courseIds)} ${withSections}`;
  return sql`
    select requested.id,
           -- Read once, whatever the statistics say: a join may count the lectures again for each row.
           coalesce(((select jsonb_object_agg(courses.id, courses.total)
                        from (select lectures.course_id as id, count(*) as total
                                from ${taught}
                               where ${countsForProgress}
                               group by lectures.course_id) as courses)
                     ->> requested.course_id::text)::integer, 0) as total,
           counted.completed::integer as completed
      from ${requested}
     cross join lateral (
       select count(*) as completed
         from lecture_progress done
        where done.site_id = ${siteId} and done.enrollment_id = requested.id and done.completed_at is not null
          and done.lecture_id not in (select lectures.id
                                        from ${taught}
                                       where not ${countsForProgress})
       ) as counted`;
}
