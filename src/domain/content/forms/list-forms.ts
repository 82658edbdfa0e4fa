import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyIdOf, anyOf, changeTimes, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { unrenderedHtml } from "#lib/markdown/unrendered.ts";
import {
  Form,
  type FormRow,
  formStatuses,
  FormSubmission,
  type FormSubmissionRow,
  FormSummary,
  serializeFormSubmission,
} from "./form.ts";
import { findFormSubmission, requireForm, submissionColumns, summaryColumns } from "./queries.ts";

type Listed = Omit<FormRow, "fields" | "descriptionMarkdown" | "descriptionHtml">;

const forms = listing<Listed>({
  kind: "form",
  table: sql`forms`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", name: "text" },
  filters: {
    status: withoutIndex(anyOf(z.enum(formStatuses), sql`forms.status`)),
    updatedAt: range(Instant, sql`forms.updated_at`),
  },
});

const filters = {
  memberId: anyIdOf(Id("member"), sql`form_submissions.member_id`),
  ...changeTimes(sql`form_submissions`),
};

const base = {
  kind: "formSubmission",
  table: sql`form_submissions`,
  columns: submissionColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
} as const;

const ofSite = listing<FormSubmissionRow>({
  ...base,
  filters: { formId: anyIdOf(Id("form"), sql`form_submissions.form_id`), ...filters },
});
const ofForm = listing<FormSubmissionRow>({ ...base, filters });

/** For lists, without the fields. */
const serializeSummary = (form: Listed) => ({ object: "form" as const, ...form });

export const serializeForm = <Row extends FormRow>(form: Row) => ({
  object: "form" as const,
  ...form,
  descriptionHtml: form.descriptionHtml ?? unrenderedHtml(form.descriptionMarkdown),
});

export const listForms = operation({
  name: "listForms",
  summary: "List forms",
  reads: "forms:read",
  input: forms.input,
  output: pageSchemaOf(FormSummary),
  run: async (context, input) => mapPage(await forms.page(context, input), serializeSummary),
});

export const getForm = operation({
  name: "getForm",
  summary: "Retrieve a form",
  description: "Includes its fields.",
  reads: "forms:read",
  input: z.object({ id: Id("form") }),
  output: Form,
  run: async (context, { id }) => serializeForm(await requireForm(context, id)),
});

export const listAllFormSubmissions = operation({
  name: "listAllFormSubmissions",
  summary: "List form submissions",
  description: "Submissions of all forms.",
  reads: "forms:read",
  input: ofSite.input,
  output: pageSchemaOf(FormSubmission),
  run: async (context, input) =>
    mapPage(await ofSite.page(context, input), (submission) => serializeFormSubmission(context, submission)),
});

export const listFormSubmissions = operation({
  name: "listFormSubmissions",
  summary: "List the submissions of a form",
  reads: "forms:read",
  input: ofForm.input.extend({ id: Id("form") }),
  output: pageSchemaOf(FormSubmission),
  async run(context, { id, ...input }) {
    await requireForm(context, id);
    return mapPage(await ofForm.page(context, input, { of: sql`form_submissions.form_id = ${id}` }), (submission) =>
      serializeFormSubmission(context, submission),
    );
  },
});

export const getFormSubmission = operation({
  name: "getFormSubmission",
  summary: "Retrieve a form submission",
  reads: "forms:read",
  input: z.object({ id: Id("formSubmission") }),
  output: FormSubmission,
  async run(context, { id }) {
    const submission = await findFormSubmission(context, id);
    if (!submission) throw notFound("submission", formatId("formSubmission", id));
    return serializeFormSubmission(context, submission);
  },
});
