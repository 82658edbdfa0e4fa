import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { columns } from "./job-queries.ts";
import { Job, type JobRecord } from "./job.ts";
import { serializeJob } from "./serialize-job.ts";

export const object = eventObject<JobRecord>({
  schema: Job,
  table: sql`jobs`,
  columns,
  isDeleted: sql`false`,
  serialize: (context, rows) => rows.map((row) => serializeJob(context, row)),
});
