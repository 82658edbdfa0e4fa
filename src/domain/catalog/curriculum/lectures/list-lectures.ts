import * as z from "zod";
import { sql } from "#database/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { anyIdOf, anyOf, exactly, range } from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireCourseId, requireLecture } from "#domain/catalog/curriculum/require-locked.ts";
import {
  Lecture,
  lectureKinds,
  LectureSummary,
  type LectureSummaryRecord,
  serializeLecture,
  serializeSummary,
} from "./lecture.ts";
import { summaryColumns } from "#domain/catalog/curriculum/queries.ts";
import { partStatuses } from "#domain/catalog/curriculum/sections/section.ts";

const lectures = listing<LectureSummaryRecord>({
  kind: "lecture",
  table: sql`lectures`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: {
      column: sql`lectures.created_at`,
      type: "timestamptz",
      of: (row: LectureSummaryRecord) => row.createdAt,
    },
    updatedAt: {
      column: sql`lectures.updated_at`,
      type: "timestamptz",
      of: (row: LectureSummaryRecord) => row.updatedAt,
    },
    // Position within the section. The curriculum endpoint returns the order of the whole course.
    position: { column: sql`lectures.position`, type: "integer", of: (row: LectureSummaryRecord) => row.position },
  },
  filters: {
    sectionId: anyIdOf(Id("section"), sql`lectures.section_id`),
    kind: anyOf(z.enum(lectureKinds), sql`lectures.kind`),
    isPreview: exactly(z.boolean(), sql`lectures.is_preview`),
    status: anyOf(z.enum(partStatuses), sql`lectures.status`),
    createdAt: range(Instant, sql`lectures.created_at`),
    updatedAt: range(Instant, sql`lectures.updated_at`),
  },
});

export const listLectures = operation({
  name: "listLectures",
  summary: "List the lectures of a course",
  description: "Lectures of all sections.",
  access: { scope: "curriculum:read" },
  writes: false,
  input: lectures.input.extend({ course: ReferenceTo("course") }),
  output: pageSchemaOf(LectureSummary),
  async run(context, { course, ...requested }) {
    const courseId = await requireCourseId(context, course);
    const page = await lectures.page(context, requested, { of: sql`lectures.course_id = ${courseId}` });
    return { ...page, data: page.data.map(serializeSummary) };
  },
});

export const getLecture = operation({
  name: "getLecture",
  summary: "Retrieve a lecture",
  access: { scope: "curriculum:read" },
  writes: false,
  input: z.object({ id: Id("lecture") }),
  output: Lecture,
  run: async (context, { id }) => serializeLecture(await requireLecture(context, id)),
  version: ({ version }) => version,
});
