import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { lectureColumns } from "../queries.ts";
import { Lecture, type LectureRecord, serializeLecture } from "./lecture.ts";

export const object = eventObject<LectureRecord>({
  schema: Lecture,
  table: sql`lectures`,
  columns: lectureColumns,
  serializeRow: (row) => serializeLecture(row),
});
