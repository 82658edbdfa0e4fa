import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Course, type CourseRecord, serializeCourse } from "./course.ts";
import { columns } from "./queries.ts";

export const object = eventObject<CourseRecord>({
  schema: Course,
  table: sql`courses`,
  columns,
  serializeRow: (row, scope) => serializeCourse(scope, row),
});
