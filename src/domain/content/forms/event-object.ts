import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { FormSubmission, type FormSubmissionRow, serializeFormSubmission } from "./form.ts";
import { submissionColumns } from "./queries.ts";

export const object = eventObject<FormSubmissionRow>({
  schema: FormSubmission,
  table: sql`form_submissions`,
  columns: submissionColumns,
  serialize: (context, rows) => rows.map((row) => serializeFormSubmission(context, row)),
});
