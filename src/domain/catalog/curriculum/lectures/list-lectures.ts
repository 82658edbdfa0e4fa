import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { anyIdOf, anyOf, changeTimes, exactly, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, type Page, pageSchemaOf } from "#domain/platform/listing/listing.ts";
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
import { loadBodies, sizesOfBodies } from "./lecture-bodies.ts";
import { summaryColumns } from "#domain/catalog/curriculum/queries.ts";
import { partStatuses } from "#domain/catalog/curriculum/sections/section.ts";

const lectures = listing<LectureSummaryRecord>({
  kind: "lecture",
  table: sql`lectures`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: "timestamptz",
    updatedAt: "timestamptz",
    // Position within the section. The curriculum endpoint returns the order of the whole course.
    position: "integer",
  },
  filters: {
    sectionId: anyIdOf(Id("section"), sql`lectures.section_id`),
    kind: withoutIndex(anyOf(z.enum(lectureKinds), sql`lectures.kind`)),
    isPreview: withoutIndex(exactly(z.boolean(), sql`lectures.is_preview`)),
    status: withoutIndex(anyOf(z.enum(partStatuses), sql`lectures.status`)),
    ...changeTimes(sql`lectures`),
  },
});

export const listLectures = operation({
  name: "listLectures",
  summary: "List the lectures of a course",
  description:
    "Lectures of all sections. `include=bodies` adds their texts. A page with texts can end before `limit`, after 4 MiB, " +
    "with `has_more`.",
  reads: "curriculum:read",
  input: lectures.input.extend({
    course: ReferenceTo("course"),
    include: z
      .array(z.enum(["bodies"]))
      .max(1)
      .default([]),
  }),
  output: pageSchemaOf(LectureSummary),
  async run(context, { course, include, ...requested }) {
    const courseId = await requireCourseId(context, course);
    const page = await lectures.page(context, requested, { of: sql`lectures.course_id = ${courseId}` });
    return include.includes("bodies")
      ? withBodies(context, page, requested)
      : { ...page, data: page.data.map(serializeSummary) };
  },
});

const maxBodyBytesPerPage = 4 * 1024 * 1024;

/** Adds the texts of lectures. Ends the page before the lecture that would exceed the size, after at least one. */
async function withBodies(context: Context, page: Page<LectureSummaryRecord>, requested: object) {
  const sizes = await sizesOfBodies(
    context,
    page.data.map(({ id }) => id),
  );
  let size = 0;
  const fits = page.data.filter(({ id }, index) => (size += sizes.get(id) ?? 0) <= maxBodyBytesPerPage || index === 0);
  const { bodies } = await loadBodies(
    context,
    fits.map(({ id }) => id),
  );
  const last = fits.at(-1);
  const isCut = last !== undefined && fits.length < page.data.length;
  return {
    ...page,
    data: fits.map((lecture) => ({ ...serializeSummary(lecture), ...bodies.get(lecture.id) })),
    page: isCut ? { ...page.page, hasMore: true, nextCursor: lectures.cursorOf(last, requested) } : page.page,
  };
}

export const getLecture = operation({
  name: "getLecture",
  summary: "Retrieve a lecture",
  reads: "curriculum:read",
  input: z.object({ id: Id("lecture") }),
  output: Lecture,
  run: async (context, { id }) => serializeLecture(await requireLecture(context, id)),
});
