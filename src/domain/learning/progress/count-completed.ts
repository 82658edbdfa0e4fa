import type { SiteScope } from "#domain/platform/context.ts";
import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";
import { type CourseProgress, percentOf } from "./course-progress.ts";
import { countsForProgress, withSections } from "./taught-lectures.ts";

type Counted = Pick<CourseProgress, "completedLectures" | "totalLectures" | "percent">;

/**
 * Counts completed lectures of those that count for progress, keyed by enrollment ID. Cheaper than `courseProgress`, which also finds the next lecture
 * and therefore reads every lecture per enrollment.
 */
export async function countCompleted(
  { db, site }: SiteScope,
  enrollments: readonly Pick<Enrollment, "id" | "courseId">[],
): Promise<Map<string, Counted>> {
  if (enrollments.length === 0) return new Map();
  const ids = enrollments.map(({ id }) => id);
  const coursesOfEach = enrollments.map(({ courseId }) => courseId);
  const courseIds = [...new Set(coursesOfEach)];
  const rows = await db.many<{ id: string; total: number; completed: number }>`
    select requested.id, coalesce(courses.total, 0)::integer as total, counted.completed::integer as completed
      from unnest(${ids}::uuid[], ${coursesOfEach}::uuid[]) as requested (id, course_id)
      left join (select lectures.course_id, count(*) as total
                   from lectures ${withSections}
                  where lectures.site_id = ${site.id} and lectures.course_id = any(${courseIds}::uuid[])
                    and ${countsForProgress}
                  group by lectures.course_id) as courses on courses.course_id = requested.course_id
     cross join lateral (
       select count(*) as completed
         from lecture_progress done
        where done.site_id = ${site.id} and done.enrollment_id = requested.id and done.completed_at is not null
          and done.lecture_id not in (select lectures.id
                                        from lectures ${withSections}
                                       where lectures.site_id = ${site.id}
                                         and lectures.course_id = any(${courseIds}::uuid[]) and not ${countsForProgress})
       ) as counted`;
  return new Map(
    rows.map(({ id, total, completed }) => [
      id,
      { completedLectures: completed, totalLectures: total, percent: percentOf(completed, total) },
    ]),
  );
}
