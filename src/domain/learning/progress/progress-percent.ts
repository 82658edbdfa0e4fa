import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { type CourseProgress, percentOf } from "./course-progress.ts";
import { countsForProgress, withSections } from "#domain/catalog/curriculum/taught-lectures.ts";
import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";
import type { Database, Queries } from "#database/database.ts";
import { keysetPages, pageSize } from "#domain/platform/queue/for-each-due.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { all, indexedBy, matching } from "#domain/platform/listing/filters.ts";

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

type Enrolled = Pick<Enrollment, "id" | "courseId">;

/** Tenths of a percent of `countsIn` under the name `changed`, rounded down like `percentOf`. */
export const permille = sql`(1000 * changed.completed / greatest(changed.total, 1))`;

/**
 * Stores the progress of enrollments, by which lists filter and sort. Must follow every change of completed lectures,
 * in the same transaction. The caller must have locked the enrollments in an earlier statement: this one counts what
 * was committed before it began. `at`: also marks them as updated.
 */
export async function storePercent(
  { db, site }: { db: Queries; site: { id: string } },
  enrollments: readonly Enrolled[],
  at: Date | null = null,
): Promise<void> {
  if (enrollments.length === 0) return;
  const isMarked: Sql = at ? sql`true` : sql`enrollments.progress_permille <> ${permille}`;
  await db.run`
    update enrollments
       set progress_permille = ${permille}, updated_at = greatest(enrollments.updated_at, ${at}::timestamptz)
      ${table("enrollments").fromEach(site.id, sql`(${countsOf(site.id, enrollments)}) as input`)} and ${isMarked}`;
}

/** `storePercent` for one enrollment whose progress is known. */
export const savePermille = (
  { db, site }: { db: Queries; site: { id: string } },
  enrollmentId: string,
  computed: number,
): Promise<number> =>
  db.run`
    update enrollments set progress_permille = ${computed}
     where site_id = ${site.id} and id = ${enrollmentId} and progress_permille <> ${computed}`;

/**
 * Stores the progress of all enrollments of a course, a page per transaction, so that progress reports wait briefly.
 * `at`: also marks them as updated.
 */
export async function storePercentOfCourse(
  db: Database,
  { siteId, courseId }: { siteId: string; courseId: string },
  at: Date | null,
): Promise<void> {
  const find = ({ studentId }: { studentId: string }) =>
    db.many<{ id: string; studentId: string }>`
      select id, student_id from enrollments
       where site_id = ${siteId} and course_id = ${courseId} and deleted_at is null and student_id > ${studentId}
       order by student_id limit ${pageSize}`;
  for await (const page of keysetPages({ studentId: nilUuid }, find)) {
    const ids = page.map(({ id }) => id);
    await db.transaction(async (inside) => {
      await inside.run`
        select id from ${table("enrollments").withIds(siteId, ids)} order by id for no key update`;
      const enrollments = ids.map((id) => ({ id, courseId }));
      await storePercent({ db: inside, site: { id: siteId } }, enrollments, at);
    });
  }
}

const Payload = z.object({ siteId: z.uuid(), courseId: z.uuid() });

/**
 * The job `mark_enrollments`: stores the progress of the enrollments of a course after the lectures that count for it
 * have changed, and moves their `updated_at`.
 */
export const markEnrollments = (db: Database, payload: unknown, now: Date): Promise<void> =>
  storePercentOfCourse(db, Payload.parse(payload), now);

const Percent = z.number().min(0).max(100);
const Bounds = z
  .object({ gte: Percent, gt: Percent, lte: Percent, lt: Percent, is: z.enum(["null", "not_null"]) })
  .partial();

const progress = sql`enrollments.progress_permille`;

/**
 * Filter by progress, such as `progress_percent[gte]=50`, for statements that read `enrollments`. Compares the stored
 * tenths of a percent (`storePercent`), which have an index, with the next tenth of a bound.
 */
export const progressPercent = matching(Bounds, ({ gte, gt, lte, lt, is }) => {
  const condition = all([
    gte === undefined ? undefined : sql`${progress} >= ${Math.ceil(gte * 10)}`,
    gt === undefined ? undefined : sql`${progress} > ${Math.floor(gt * 10)}`,
    lte === undefined ? undefined : sql`${progress} <= ${Math.floor(lte * 10)}`,
    lt === undefined ? undefined : sql`${progress} < ${Math.ceil(lt * 10)}`,
    // Every enrollment has a progress.
    is === "null" ? sql`false` : undefined,
  ]);
  return condition && indexedBy(progress, condition);
});
