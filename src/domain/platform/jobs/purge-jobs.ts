import type { Queries } from "#database/database.ts";
import { sql } from "#database/statements/sql.ts";
import { processDue } from "#domain/platform/queue/process-due.ts";

/** Releases the expired results of jobs; the object cleanup removes their bytes. */
export const releaseJobResults = (db: Queries, now: Date): Promise<number> =>
  processDue(
    db,
    { table: "jobs", column: "id", isDue: sql`result_expires_at < ${now} and result_object_id is not null` },
    ({ siteId, keys }) => db.run`
      with expired as (select id, result_object_id from jobs
                        where site_id = ${siteId} and id = any(${keys}::uuid[]) and result_expires_at < ${now}
                          and result_object_id is not null),
           released as (update stored_objects set released_at = ${now}
                         where site_id = ${siteId} and id in (select result_object_id from expired))
      update jobs set result_object_id = null where site_id = ${siteId} and id in (select id from expired)`,
  );

/** Deletes jobs that finished before a time, with their failed rows. */
export const purgeJobs = (db: Queries, until: Date): Promise<number> =>
  processDue(
    db,
    { table: "jobs", column: "id", isDue: sql`finished_at < ${until}` },
    ({ siteId, keys }) => db.run`
      with results as (delete from job_results where site_id = ${siteId} and job_id = any(${keys}::uuid[]))
      delete from jobs where site_id = ${siteId} and id = any(${keys}::uuid[]) and finished_at < ${until}`,
  );
