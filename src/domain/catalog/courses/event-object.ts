import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Course, type CourseRecord } from "./course.ts";
import { columns } from "./queries.ts";
import { serializeCourse } from "./serialize-course.ts";

export const object = eventObject<CourseRecord>({
  schema: Course,
  table: sql`courses`,
  columns,
  serializeRow: (row, scope) => serializeCourse(scope, row),
});
