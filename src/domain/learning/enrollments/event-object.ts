import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { columns } from "./queries.ts";
import { EnrollmentResource, type EnrollmentRow } from "./enrollment.ts";
import { serializeEnrollments } from "./serialize-enrollments.ts";

export const object = eventObject<EnrollmentRow>({
  schema: EnrollmentResource,
  table: sql`enrollments`,
  columns,
  serialize: serializeEnrollments,
});
