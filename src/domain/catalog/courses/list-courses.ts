import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyOf, changeTimes, joinedToAny, range, tagged, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { Course, CourseSummary, courseStatuses, type ListedCourse, serializeCourse } from "./course.ts";
import { ownCourses, requireOwnCourse } from "./own-courses.ts";
import { findCourse, summaryColumns } from "./queries.ts";
import { inCategories, ofLecturers } from "./course-conditions.ts";

/** Drafts sort after all publication dates. Must match the expression of the index. */
const publication = sql`coalesce(courses.published_at, 'infinity')`;

const courses = listing<ListedCourse>({
  kind: "course",
  table: sql`courses`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: "timestamptz",
    updatedAt: "timestamptz",
    name: "text",
    position: "integer",
    publishedAt: "timestamptz or infinity",
  },
  notSorted: { price: "Courses are not sorted by price: each plan has its own. Read them with `expand=plans`." },
  filters: {
    status: anyOf(z.enum(courseStatuses), sql`courses.status`),
    visibility: withoutIndex(anyOf(Course.shape.visibility, sql`courses.visibility`)),
    courseType: withoutIndex(anyOf(Course.shape.courseType, sql`courses.course_type`)),
    language: anyOf(z.string().max(35), sql`courses.language`),
    level: withoutIndex(anyOf(z.enum(["beginner", "intermediate", "advanced", "all"]), sql`courses.level`)),
    tag: tagged(sql`courses`),
    categoryId: joinedToAny(Id("courseCategory"), inCategories),
    lecturerId: joinedToAny(Id("lecturer"), ofLecturers),
    ...changeTimes(sql`courses`),
    publishedAt: range(Instant, sql`courses.published_at`, publication),
  },
});

export const listCourses = operation({
  name: "listCourses",
  summary: "List courses",
  description: "Includes drafts.",
  reads: "courses:read",
  input: courses.input,
  output: pageSchemaOf(CourseSummary),
  run: async (context, input) =>
    mapPage(await courses.page(context, input, { confine: [ownCourses(context)] }), (course) =>
      serializeCourse(context, course),
    ),
});

export const getCourse = operation({
  name: "getCourse",
  summary: "Retrieve a course",
  reads: "courses:read",
  input: z.object({ course: ReferenceTo("course") }),
  output: Course,
  async run(context, { course: reference }) {
    const course = await findCourse(context, reference);
    if (!course) throw notFound("course", "id" in reference ? "with this ID" : reference.slug);
    await requireOwnCourse(context, course.id);
    return serializeCourse(context, course);
  },
});
