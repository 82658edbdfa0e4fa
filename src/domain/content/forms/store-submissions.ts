import { recordset, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { FormRow, FormSubmissionRow } from "./form.ts";
import { formColumns, searchTermsOfAnswers, submissionColumns } from "./queries.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { countsOfEach } from "#database/table/table-parts.ts";

/** Fields of a submission that an import sets. */
export type StoredSubmission = Omit<FormSubmissionRow, "version" | "updatedAt" | "files">;

export const listFormsById = ({ db, site }: SiteScope, ids: readonly string[]): Promise<FormRow[]> =>
  db.many<FormRow>`
    select ${formColumns} from ${table("forms").withIds(site.id, ids)}
     where ${table("forms").present}`;

/** Returns submissions with these ids, or of these forms and times, locked until the transaction ends. */
export const lockSubmissions = (
  { db, site }: SiteScope,
  ids: readonly string[],
  sent: readonly Pick<StoredSubmission, "formId" | "createdAt">[],
): Promise<FormSubmissionRow[]> =>
  db.many<FormSubmissionRow>`
    select ${submissionColumns}
      from ${table("form_submissions").withIds(
        site.id,
        sql`select unnest(${ids}::uuid[])
             union all
            select found.id
              from unnest(${sent.map(({ formId }) => formId)}::uuid[],
                          ${sent.map(({ createdAt }) => createdAt)}::timestamptz[]) as requested (form_id, at)
             cross join lateral (
               select form_submissions.id from form_submissions
                where form_submissions.site_id = ${site.id}
                  and (form_submissions.form_id, form_submissions.created_at) >= (requested.form_id, requested.at)
                  and (form_submissions.form_id, form_submissions.created_at) <= (requested.form_id, requested.at)
               offset 0) as found`,
      )}
     where ${table("form_submissions").present}
     order by form_submissions.id for no key update of form_submissions`;

/** Inserts submissions in bulk and updates their forms' counts. */
export async function insertSubmissions(
  { db, site }: SiteScope,
  submissions: readonly StoredSubmission[],
  now: Date,
): Promise<void> {
  if (submissions.length === 0) return;
  await db.run`
    insert into form_submissions (site_id, id, form_id, member_id, answers, source_url, search_terms, external_id,
                                  metadata, created_at, updated_at)
    select ${site.id}, id, form_id, member_id, answers, source_url, search_terms, external_id, metadata, created_at, ${now}
      from jsonb_populate_recordset(null::form_submissions, ${recordset(await mapInSlices(submissions, findable(site)))}::jsonb)`;
  await db.run`
    update forms set submission_count = forms.submission_count + changed.by, updated_at = ${now}
      ${table("forms").fromEach(site.id, countsOfEach(submissions.map(({ formId }) => formId)))}`;
}

/** Requires that the transaction has locked the submissions. */
export async function updateSubmissions(
  { db, site }: SiteScope,
  submissions: readonly StoredSubmission[],
  now: Date,
): Promise<void> {
  if (submissions.length === 0) return;
  await db.run`
    update form_submissions
       set member_id = changed.member_id, answers = changed.answers, source_url = changed.source_url,
           search_terms = changed.search_terms, external_id = changed.external_id, metadata = changed.metadata,
           version = form_submissions.version + 1, updated_at = ${now}
      ${table("form_submissions").fromRecords(site.id, await mapInSlices(submissions, findable(site)))}`;
}

/** Attaches uploaded files to a submission that has none. */
export async function attachFiles({ db, site }: SiteScope, id: string, fileIds: readonly string[]): Promise<void> {
  await db.run`
    update form_submissions set file_ids = ${fileIds}::uuid[]
     where site_id = ${site.id} and id = ${id} and file_ids = '{}'`;
}

/** Adds the search terms of the answers. */
const findable =
  (site: SiteScope["site"]) =>
  (submission: StoredSubmission): StoredSubmission & { searchTerms: string[] } => ({
    ...submission,
    searchTerms: searchTermsOfAnswers(site, submission.answers),
  });
