import { type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { JobRecord, JobResultRow } from "./job.ts";

export const columns = sql`
  jobs.id, jobs.kind, jobs.format, jobs.status, jobs.dry_run, jobs.options, jobs.file_id, jobs.object_id, jobs.total,
  jobs.processed, jobs.created, jobs.updated, jobs.unchanged, jobs.failed, jobs.warned, jobs.error, jobs.subject_id,
  jobs.result_object_id, jobs.result_name, jobs.result_type, jobs.result_size, jobs.result_sha256,
  jobs.result_expires_at, jobs.attempt, jobs.member_id,
  jobs.client_id, jobs.grant_id, jobs.scopes, jobs.request_id, jobs.address, jobs.cancel_requested_at, jobs.started_at,
  jobs.finished_at, jobs.metadata, jobs.version, jobs.created_at, jobs.updated_at`;

export const resultColumns = sql`
  job_results.id, job_results.job_id, job_results.row_number, job_results.name, job_results.error,
  job_results.warnings, job_results.made, job_results.created_at`;

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
