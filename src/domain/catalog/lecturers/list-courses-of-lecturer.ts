import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { Course, courseStatuses } from "#domain/catalog/courses/course.ts";
import { ownCourses } from "#domain/catalog/courses/own-courses.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyOf, joinedToOne, range } from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { findLecturer } from "./queries.ts";
import { ofLecturers } from "#domain/catalog/courses/course-conditions.ts";

/** Course fields visible to callers with `lecturers:read` only. */
const LecturerCourse = Course.pick({
  object: true,
  id: true,
  name: true,
  slug: true,
  status: true,
  url: true,
  createdAt: true,
  updatedAt: true,
}).meta({ id: "TaughtCourse" });
type Row = Omit<z.output<typeof LecturerCourse>, "object" | "url">;

const courses = listing<Row>({
  kind: "course",
  table: sql`courses`,
  columns: sql`courses.id, courses.name, courses.slug, courses.status, courses.created_at, courses.updated_at`,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", name: "text" },
  filters: {
    status: anyOf(z.enum(courseStatuses), sql`courses.status`),
    updatedAt: range(Instant, sql`courses.updated_at`),
  },
});

export const listCoursesOfLecturer = operation({
  name: "listCoursesOfLecturer",
  summary: "List the courses of a lecturer",
  description: "Includes drafts.",
  reads: "lecturers:read",
  input: courses.input.extend({ lecturer: ReferenceTo("lecturer") }),
  output: pageSchemaOf(LecturerCourse),
  async run(context, { lecturer: reference, ...input }) {
    const lecturer = await findLecturer(context, reference);
    if (!lecturer) throw resourceNotFound("lecturer", reference);
    const taught = joinedToOne(ofLecturers, context.site.id, lecturer.id);
    const page = await courses.page(context, input, { confine: [taught, ownCourses(context)] });
    const { origin } = context.site;
    return {
      ...page,
      data: page.data.map((course) => ({
        object: "course" as const,
        ...course,
        url: `${origin}/courses/${course.slug}`,
      })),
    };
  },
});
