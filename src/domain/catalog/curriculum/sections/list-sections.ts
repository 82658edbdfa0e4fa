import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { anyOf, changeTimes, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireCourseId, requireSection } from "#domain/catalog/curriculum/require-locked.ts";
import { sectionColumns } from "#domain/catalog/curriculum/queries.ts";
import { partStatuses, serializeSection, Section, type SectionRecord } from "./section.ts";

const sections = listing<SectionRecord>({
  kind: "section",
  table: sql`sections`,
  columns: sectionColumns,
  defaultSort: "position",
  sorts: { position: "integer", createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: {
    status: withoutIndex(anyOf(z.enum(partStatuses), sql`sections.status`)),
    ...changeTimes(sql`sections`),
  },
});

export const listSections = operation({
  name: "listSections",
  summary: "List the sections of a course",
  description: "Sorted by position.",
  reads: "curriculum:read",
  input: sections.input.extend({ course: ReferenceTo("course") }),
  output: pageSchemaOf(Section),
  async run(context, { course, ...requested }) {
    const courseId = await requireCourseId(context, course);
    return mapPage(
      await sections.page(context, requested, { of: sql`sections.course_id = ${courseId}` }),
      serializeSection,
    );
  },
});

export const getSection = operation({
  name: "getSection",
  summary: "Retrieve a section",
  reads: "curriculum:read",
  input: z.object({ id: Id("section") }),
  output: Section,
  run: async (context, { id }) => serializeSection(await requireSection(context, id)),
});
