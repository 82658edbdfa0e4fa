import { rows, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { attachedFiles } from "#domain/files/files/queries.ts";
import { formatId } from "#domain/platform/ids.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { notFound } from "#domain/platform/problem.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { FormRow, FormSubmissionRow } from "./form.ts";

export const summaryColumns = sql`
  forms.id, forms.name, forms.slug, forms.status, forms.audience, forms.submission_count, forms.external_id, forms.metadata,
  forms.version, forms.created_at, forms.updated_at`;

export const formColumns = sql`${summaryColumns}, forms.description_markdown, forms.description_html, forms.fields`;

export const submissionColumns = sql`
  form_submissions.id, form_submissions.form_id, form_submissions.member_id, form_submissions.answers,
  form_submissions.source_url, form_submissions.external_id, form_submissions.metadata, form_submissions.version,
  form_submissions.created_at, form_submissions.updated_at, ${attachedFiles(sql`form_submissions`)} as files`;

const forms = defineTable<FormRow, NewForm & Derived, Partial<FormRow> & Derived>("forms", {
  columns: formColumns,
  lists: ["fields"],
});
const { find: findForm } = forms;
export const { softDelete: deleteFormRow } = forms;

export const { find: findFormSubmission } = defineTable<FormSubmissionRow>("form_submissions", {
  columns: submissionColumns,
});

export async function requireForm(scope: SiteScope, id: string): Promise<FormRow> {
  const form = await findForm(scope, id);
  if (!form) throw notFound("form", formatId("form", id));
  return form;
}

export const findFormBySlug = ({ db, site }: SiteScope, slug: string): Promise<FormRow | undefined> =>
  db.first<FormRow>`
    select ${formColumns} from ${table("forms").withSlug(site.id, slug)} where site_id = ${site.id}`;

/** Returns the form, locked until the transaction ends against changes, submissions and new references. */
export async function lockForm({ db, site }: SiteScope, id: string): Promise<FormRow> {
  const form = await db.first<FormRow>`
    select ${formColumns} from forms where site_id = ${site.id} and id = ${id} and ${table("forms").present} for update`;
  if (!form) throw notFound("form", formatId("form", id));
  return form;
}

export const isSlugTaken = async ({ db, site }: SiteScope, slug: string): Promise<boolean> =>
  (await db.first`select id from forms where site_id = ${site.id} and slug = ${slug} and deleted_at is null`) !==
  undefined;

/** Omitted columns have defaults. */
type NewForm = Pick<FormRow, "id" | "name" | "slug" | "fields"> & Partial<FormRow>;

/** Returns false if the site already has a form with this slug. */
export async function insertForm(scope: SiteScope, form: NewForm, now: Date): Promise<boolean> {
  return forms.insertUnique(scope, { ...form, ...(await derivedOf(scope, form)) }, now);
}

/** Requires that the transaction has locked the form. */
export async function updateFormRow(scope: SiteScope, form: FormRow, now: Date): Promise<void> {
  const { name, slug, status, audience, descriptionMarkdown, fields } = form;
  const written = { name, slug, status, audience, descriptionMarkdown, fields };
  await forms.update(scope, form.id, { ...written, ...(await derivedOf(scope, form)) }, now);
}

interface Derived {
  descriptionHtml: string;
  searchTerms: string[];
}

const derivedOf = async (scope: SiteScope, form: NewForm): Promise<Derived> => ({
  descriptionHtml: await htmlOfMarkdown(scope, form.descriptionMarkdown, "/descriptionMarkdown"),
  searchTerms: searchTermsOfForm(scope.site, form),
});

export const searchTermsOfForm = (site: SiteScope["site"], { name, fields }: Pick<FormRow, "name" | "fields">) =>
  searchTermsFor(site, [name, ...fields.map(({ label }) => label)]);

export const searchTermsOfAnswers = (site: SiteScope["site"], answers: FormSubmissionRow["answers"]): string[] =>
  searchTermsFor(site, Object.values(answers).flat().map(String));

/** Returns which of these fields have answers. */
export const answeredHandles = async (
  { db, site }: SiteScope,
  formId: string,
  handles: readonly string[],
): Promise<string[]> => {
  if (handles.length === 0) return [];
  const answered = await db.many<{ handle: string }>`
    select requested.handle from unnest(${handles}::text[]) as requested (handle)
     where exists (select 1 from form_submissions
                    where form_submissions.site_id = ${site.id} and form_submissions.form_id = ${formId}
                      and form_submissions.answers ? requested.handle)`;
  return answered.map(({ handle }) => handle);
};

export const hasSubmissions = async ({ db, site }: SiteScope, formId: string): Promise<boolean> =>
  (await db.first`
    select id from form_submissions where site_id = ${site.id} and form_id = ${formId} limit 1`) !== undefined;

export const hasService = async ({ db, site }: SiteScope, formId: string): Promise<boolean> =>
  (await db.first`
    select id from consulting_services
     where site_id = ${site.id} and intake_form_id = ${formId} and deleted_at is null limit 1`) !== undefined;

type NewSubmission = Pick<FormSubmissionRow, "id" | "formId" | "answers"> &
  Partial<Omit<FormSubmissionRow, "files">> & { fileIds?: readonly string[] };

/** Stores a submission and updates the count. */
export async function insertFormSubmission(
  { db, site }: SiteScope,
  submission: NewSubmission,
  now: Date,
): Promise<void> {
  const searchTerms = searchTermsOfAnswers(site, submission.answers);
  const row = { siteId: site.id, ...submission, searchTerms, createdAt: now, updatedAt: now };
  await db.run`insert into form_submissions ${rows(row)}`;
  await db.run`
    update forms set submission_count = submission_count + 1, updated_at = ${now}
     where site_id = ${site.id} and id = ${submission.formId}`;
}
