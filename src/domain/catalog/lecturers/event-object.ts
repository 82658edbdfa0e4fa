import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Lecturer, type LecturerRecord, serializeLecturer } from "./lecturer.ts";
import { columns } from "./queries.ts";

export const object = eventObject<LecturerRecord>({
  schema: Lecturer,
  table: sql`lecturers`,
  columns,
  serializeRow: (row, scope) => serializeLecturer(scope, row),
});
