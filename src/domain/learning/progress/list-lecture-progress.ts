import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { ownCourses } from "#domain/catalog/courses/own-courses.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyIdOf, matching, range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { LectureProgress, type LectureProgressRow, serializeLectureProgress } from "./progress.ts";

const lectureProgress = listing<LectureProgressRow>({
  kind: "lectureProgress",
  table: sql`lecture_progress`,
  columns: sql`
    lecture_progress.id, lecture_progress.enrollment_id, lecture_progress.lecture_id, lecture_progress.completed_at,
    lecture_progress.position_seconds, lecture_progress.watched_seconds, lecture_progress.first_opened_at,
    lecture_progress.updated_at as occurred_at, lecture_progress.recorded_at as updated_at, enrollment.student_id, enrollment.course_id`,
  joins: sql`
    left join lateral (
      select enrollments.student_id, enrollments.course_id from enrollments
       where enrollments.site_id = lecture_progress.site_id and enrollments.id = lecture_progress.enrollment_id
      offset 0
    ) as enrollment on true`,
  keepsDeleted: false,
  defaultSort: "-updatedAt",
  sorts: {
    updatedAt: {
      column: sql`lecture_progress.recorded_at`,
      type: "timestamptz",
      of: (row: LectureProgressRow) => row.updatedAt,
    },
  },
  filters: {
    courseId: matching(z.array(Id("course")).min(1).max(50), (ids, { id }) => ({
      column: sql`lecture_progress.lecture_id`,
      table: sql`lectures`,
      by: sql`lectures.id`,
      condition: sql`lectures.site_id = ${id} and lectures.course_id = any(${ids}::uuid[])`,
    })),
    studentId: matching(z.array(Id("member")).min(1).max(50), (ids, { id }) => ({
      column: sql`lecture_progress.enrollment_id`,
      table: sql`enrollments`,
      by: sql`enrollments.id`,
      condition: sql`enrollments.site_id = ${id} and enrollments.student_id = any(${ids}::uuid[])`,
    })),
    enrollmentId: anyIdOf(Id("enrollment"), sql`lecture_progress.enrollment_id`),
    lectureId: anyIdOf(Id("lecture"), sql`lecture_progress.lecture_id`),
    completed: matching(z.boolean(), (isDone) =>
      isDone ? sql`lecture_progress.completed_at is not null` : sql`lecture_progress.completed_at is null`,
    ),
    updatedAt: range(Instant, sql`lecture_progress.recorded_at`),
  },
});

export const listLectureProgress = operation({
  name: "listLectureProgress",
  summary: "List lecture progress",
  description: "One row per student and lecture.",
  reads: "students:read",
  input: lectureProgress.input,
  output: pageSchemaOf(LectureProgress),
  run: async (context, input) =>
    mapPage(await lectureProgress.page(context, input, { confine: [inOwnCourses(context)] }), serializeLectureProgress),
});

function inOwnCourses(context: Context) {
  const isOwnCourse = ownCourses(context);
  return (
    isOwnCourse &&
    sql`exists (select from lectures
                  join courses on courses.site_id = lectures.site_id and courses.id = lectures.course_id
                 where lectures.site_id = lecture_progress.site_id and lectures.id = lecture_progress.lecture_id
                   and ${isOwnCourse})`
  );
}
