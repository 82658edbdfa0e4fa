import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { columns } from "./enrollment-queries.ts";
import { EnrollmentResource, type EnrollmentRow } from "./enrollment-resource.ts";
import { serializeEnrollments } from "./read-enrollment.ts";

export const object = eventObject<EnrollmentRow>({
  schema: EnrollmentResource,
  table: sql`enrollments`,
  columns,
  serialize: serializeEnrollments,
});
