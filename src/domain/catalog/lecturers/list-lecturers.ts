import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { changeTimes, exactly, joinedToAny, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { Lecturer, type LecturerRecord, LecturerSummary, serializeLecturer } from "./lecturer.ts";
import { findLecturer, summaryColumns } from "./queries.ts";

type Listed = Omit<LecturerRecord, "bioMarkdown" | "bioHtml" | "deletedAt">;

const lecturers = listing<Listed>({
  kind: "lecturer",
  table: sql`lecturers`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", name: "text", position: "integer" },
  filters: {
    courseId: joinedToAny(Id("course"), {
      column: sql`lecturers.id`,
      table: sql`course_lecturers`,
      by: sql`course_lecturers.lecturer_id`,
      key: sql`course_lecturers.course_id`,
    }),
    visible: withoutIndex(exactly(z.boolean(), sql`lecturers.visible`)),
    ...changeTimes(sql`lecturers`),
  },
});

export const listLecturers = operation({
  name: "listLecturers",
  summary: "List lecturers",
  description: "Includes hidden lecturers.",
  reads: "lecturers:read",
  input: lecturers.input,
  output: pageSchemaOf(LecturerSummary),
  run: async (context, input) =>
    mapPage(await lecturers.page(context, input), (lecturer) => serializeLecturer(context, lecturer)),
});

export const getLecturer = operation({
  name: "getLecturer",
  summary: "Retrieve a lecturer",
  reads: "lecturers:read",
  input: z.object({ lecturer: ReferenceTo("lecturer") }),
  output: Lecturer,
  async run(context, { lecturer: reference }) {
    const lecturer = await findLecturer(context, reference);
    if (!lecturer) throw resourceNotFound("lecturer", reference);
    return serializeLecturer(context, lecturer);
  },
});
