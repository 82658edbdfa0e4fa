import type { Queries } from "#database/database.ts";
import type { DeferredWork } from "#database/deferred-work.ts";
import { sql } from "#database/sql.ts";
import { isVisibleToStudents, withSections } from "#domain/catalog/curriculum/taught-lectures.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { changesAt, rowsByKey, rowsOfIds, rowsUnder } from "#domain/platform/rows-by-key.ts";

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
  const found = await db.many<{ id: string; changesProgress: boolean; changesCompletion: boolean }>`
    update courses set progress_basis = changed.progress, completion_basis = changed.completion
      from ${changesAt(
        siteId,
        sql`(
          select courses.id, courses.progress_basis as former_progress, courses.completion_basis as former_completion,
                 counted.*
            from ${rowsOfIds(
              sql`courses`,
              siteId,
              sql`select unnest(${idsIn("courses")}::uuid[])
                   union all
                  select sections.course_id
                    from ${rowsByKey(sql`sections`, siteId, sql`sections.id`, idsIn("sections"))}
                   union all
                  select lectures.course_id
                    from ${rowsByKey(sql`lectures`, siteId, sql`lectures.id`, idsIn("lectures"))}`,
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
               from ${rowsUnder(sql`lectures`, siteId, sql`course_id`, sql`courses.id`)} ${withSections}
              where ${isVisibleToStudents}) as counted) as input`,
      )}
     where courses.site_id = changed.site_id and courses.id = changed.id
       and (courses.progress_basis is distinct from changed.progress
            or courses.completion_basis is distinct from changed.completion)
    returning courses.id, changed.former_progress is distinct from changed.progress as changes_progress,
              changed.former_completion is distinct from changed.completion and courses.deleted_at is null
                as changes_completion`;
  for (const { id, changesProgress, changesCompletion } of found) {
    if (!(await hasEnrollments(db, siteId, id))) continue;
    const payload = { siteId, courseId: id };
    if (changesProgress) await addJob(db, "mark_enrollments", payload, maxAttempts);
    if (changesCompletion) await addJob(db, "complete_enrollments", payload, maxAttempts);
  }
}

const maxAttempts = 10;

const hasEnrollments = async (db: Queries, siteId: string, courseId: string): Promise<boolean> =>
  (await db.first`
    select from enrollments where site_id = ${siteId} and course_id = ${courseId} limit 1`) !== undefined;
