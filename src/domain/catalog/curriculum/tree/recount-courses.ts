import type { Queries } from "#database/database.ts";
import type { DeferredWork } from "#database/statements/deferred-work.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { isVisibleToStudents, withSections } from "#domain/catalog/curriculum/taught-lectures.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

/** A changed row of a course. */
interface Changed {
  siteId: string;
  table: "courses" | "sections" | "lectures";
  id: string;
}

/**
 * Compares what counts for the progress and the completion of changed courses with what counted before, once before
 * the transaction commits. Where it differs, jobs compute the progress of the enrollments again and complete those
 * that now meet the conditions.
 */
const recounting: DeferredWork<Queries, Changed> = {
  // Not an ID: no request has to wait for the result.
  keyOf: ({ table, id }) => `${table} ${id}`,
  async run(db, changed) {
    for (const [siteId, rows] of Map.groupBy(changed, (row) => row.siteId)) await recount(db, siteId, rows);
  },
};

/**
 * Must follow every write of lectures, sections and rules of completion, in the same function: a test checks all
 * statements that write these tables.
 */
export const recountCourses = (
  { db, site }: SiteScope,
  table: Changed["table"],
  ids: readonly string[],
): Promise<void> =>
  db.defer(
    recounting,
    [...new Set(ids)].map((id) => ({ siteId: site.id, table, id })),
  );

async function recount(db: Queries, siteId: string, changed: readonly Changed[]): Promise<void> {
  const idsIn = (table: Changed["table"]) => changed.flatMap((row) => (row.table === table ? row.id : []));
  const changedCourses = await db.write.many<{ id: string; changesProgress: boolean; changesCompletion: boolean }>`
    update courses set progress_basis = changed.progress, completion_basis = changed.completion
      ${table("courses").fromEach(
        siteId,
        sql`(
          select courses.id, courses.progress_basis as former_progress, courses.completion_basis as former_completion,
                 counted.*
            from ${table("courses").withIds(
              siteId,
              sql`select unnest(${idsIn("courses")}::uuid[])
                   union all
                  select sections.course_id
                    from ${table("sections").withIds(siteId, idsIn("sections"))}
                   union all
                  select lectures.course_id
                    from ${table("lectures").withIds(siteId, idsIn("lectures"))}`,
            )}
           cross join lateral (
             select md5(coalesce(string_agg(lectures.id::text, '' order by lectures.id)
                                   filter (where lectures.required), '')) as progress,
                    -- The restoration of a deleted course changes it.
                    case when courses.deleted_at is null then
                      md5(concat(courses.completion::text,
                                 string_agg(concat(lectures.id, lectures.kind, lectures.required), ''
                                            order by lectures.id)
                                   filter (where lectures.required or lectures.kind in ('quiz', 'assignment'))))
                    end as completion
               from ${table("lectures").under(siteId, "course_id", sql`courses.id`)} ${withSections}
              where ${isVisibleToStudents}) as counted) as input`,
      )}
       and (courses.progress_basis is distinct from changed.progress
            or courses.completion_basis is distinct from changed.completion)
    returning courses.id, changed.former_progress is distinct from changed.progress as changes_progress,
              changed.former_completion is distinct from changed.completion and courses.deleted_at is null
                as changes_completion`;
  for (const { id, changesProgress, changesCompletion } of changedCourses) {
    if (!(await hasEnrollments(db, siteId, id))) continue;
    if (changesProgress) await addCourseJob(db, "mark_enrollments", siteId, id);
    if (changesCompletion) await addCourseJob(db, "complete_enrollments", siteId, id);
  }
}

/**
 * A course with many enrollments takes seconds, and is often changed many times in a row. One job waits per course and
 * one runs per site, so that the jobs of others do not wait.
 */
const addCourseJob = (
  db: Queries,
  task: "mark_enrollments" | "complete_enrollments",
  siteId: string,
  courseId: string,
) => addJob(db, task, { siteId, courseId }, maxAttempts, { queue: `courses of ${siteId}`, key: `${task} ${courseId}` });

const maxAttempts = 10;

const hasEnrollments = async (db: Queries, siteId: string, courseId: string): Promise<boolean> =>
  (await db.first`
    select from enrollments where site_id = ${siteId} and course_id = ${courseId} limit 1`) !== undefined;
