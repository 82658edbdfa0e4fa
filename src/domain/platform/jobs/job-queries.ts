import { type Sql, sql } from "#database/statements/sql.ts";
import { columnsOf, defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { JobRecord, JobResultRow } from "./job.ts";

export const columns = columnsOf("jobs");

export const resultColumns = columnsOf("job_results");

export const findJob = (
  { db, site }: SiteScope,
  id: string,
  confine: Sql = sql`true`,
): Promise<JobRecord | undefined> =>
  db.first<JobRecord>`select ${columns} from jobs where site_id = ${site.id} and id = ${id} and ${confine}`;

/** Returns true if an import of the site that was requested earlier waits too. */
export async function hasEarlierImport(
  { db, site }: SiteScope,
  { id, createdAt }: Pick<JobRecord, "id" | "createdAt">,
): Promise<boolean> {
  const earlier = await db.first`
    select 1 from jobs
     where site_id = ${site.id} and kind = 'import' and status in ('queued', 'running') and (created_at, id) < (${createdAt}, ${id}::uuid)
     limit 1`;
  return earlier !== undefined;
}

/** Like `findJob`, but locks the row until the transaction ends. */
export const lockJob = (
  { db, site }: SiteScope,
  id: string,
  confine: Sql = sql`true`,
): Promise<JobRecord | undefined> =>
  db.first<JobRecord>`
    select ${columns} from jobs where site_id = ${site.id} and id = ${id} and ${confine} for no key update`;

export type NewJob = Pick<JobRecord, "id" | "kind" | "format"> & Partial<JobRecord>;

export const { insert: insertJob, update: updateJob } = defineTable<
  never,
  NewJob,
  Partial<Omit<JobRecord, "id" | "version">>
>("jobs");

/** Inserts any number of results with one statement. */
export async function insertResults(
  { db, site }: SiteScope,
  jobId: string,
  results: readonly Omit<JobResultRow, "jobId" | "createdAt">[],
  now: Date,
): Promise<void> {
  if (results.length === 0) return;
  await db.run`
    insert into job_results (site_id, id, job_id, row_number, name, error, warnings, made, created_at)
    select ${site.id}, id, ${jobId}, "rowNumber", name, error, warnings, made, ${now}
      from jsonb_to_recordset(${JSON.stringify(results)})
           as new (id uuid, "rowNumber" integer, name text, error jsonb, warnings jsonb, made jsonb)`;
}
