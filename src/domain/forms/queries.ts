import { rows, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import { searchTermsFor } from "#domain/search/search-terms.ts";
import type { FormRow, FormSubmissionRow } from "./form.ts";

export const summaryColumns = sql`
  forms.id, forms.name, forms.slug, forms.status, forms.submission_count, forms.external_id, forms.metadata,
  forms.version, forms.created_at, forms.updated_at`;

export const submissionColumns = sql`
  form_submissions.id, form_submissions.form_id, form_submissions.member_id, form_submissions.answers,
  form_submissions.source_url, form_submissions.external_id, form_submissions.metadata, form_submissions.version,
  form_submissions.created_at, form_submissions.updated_at`;

export const findForm = ({ db, site }: SiteScope, id: string): Promise<FormRow | undefined> =>
  db.first<FormRow>`
    select ${summaryColumns}, forms.fields from forms where site_id = ${site.id} and id = ${id} and deleted_at is null`;

export const findFormSubmission = ({ db, site }: SiteScope, id: string): Promise<FormSubmissionRow | undefined> =>
  db.first<FormSubmissionRow>`
    select ${submissionColumns} from form_submissions
     where site_id = ${site.id} and id = ${id} and deleted_at is null`;

/** What is left out has the default of its column. */
type NewForm = Pick<FormRow, "id" | "name" | "slug" | "fields"> & Partial<FormRow>;

export async function insertForm({ db, site }: SiteScope, form: NewForm, now: Date): Promise<void> {
  // A list would be sent as one of PostgreSQL's.
  const fields = JSON.stringify(form.fields);
  const searchTerms = searchTermsFor(site, [form.name, ...form.fields.map(({ label }) => label)]);
  await db.run`insert into forms ${rows({ siteId: site.id, ...form, fields, searchTerms, createdAt: now, updatedAt: now })}`;
}

type NewSubmission = Pick<FormSubmissionRow, "id" | "formId" | "answers"> & Partial<FormSubmissionRow>;

/** Keeps what somebody answered, and counts it. */
export async function insertFormSubmission(
  { db, site }: SiteScope,
  submission: NewSubmission,
  now: Date,
): Promise<void> {
  const searchTerms = searchTermsFor(site, Object.values(submission.answers).flat().map(String));
  const row = { siteId: site.id, ...submission, searchTerms, createdAt: now, updatedAt: now };
  await db.run`insert into form_submissions ${rows(row)}`;
  await db.run`
    update forms set submission_count = submission_count + 1
     where site_id = ${site.id} and id = ${submission.formId}`;
}
