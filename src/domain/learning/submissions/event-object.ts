import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { columns } from "./queries.ts";
import { serializeSubmission, Submission, type SubmissionRow } from "./submission.ts";

export const object = eventObject<SubmissionRow>({
  schema: Submission,
  table: sql`submissions`,
  columns,
  serialize: (context, rows) => rows.map((row) => serializeSubmission(context, row)),
});
