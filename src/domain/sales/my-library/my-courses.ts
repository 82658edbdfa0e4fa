import * as z from "zod";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { listEnrolledCourses } from "#domain/learning/enrollments/enrolled-courses.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { type CourseProgress, courseProgress } from "#domain/learning/progress/course-progress.ts";
import { cursorAfter, ownId, rowsPage, positionAfter } from "./my-member.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { isVisibleToStudents } from "#domain/catalog/curriculum/taught-lectures.ts";
import { type EnrolledCourse, positionOf, statusOf } from "#domain/learning/enrollments/enrollment.ts";
import { newestCertificates } from "#domain/learning/certificates/queries.ts";

/** A member's progress in a section. */
const SectionProgress = z.object({
  sectionId: Id("section"),
  title: z.string(),
  completedLectures: z.number().int().min(0),
  totalLectures: z.number().int().min(0),
});

/** Counts the same lectures as the course progress: required ones that are visible to students. */
const sectionProgress = ({ db, site }: SiteScope, { id, courseId }: { id: string; courseId: string }) =>
  db.many<z.output<typeof SectionProgress>>`
    select sections.id as section_id, sections.title, count(done.completed_at) filter (where lectures.required) as completed_lectures,
           count(*) filter (where lectures.required) as total_lectures
      from sections
     cross join ${table("lectures").under(site.id, "section_id", sql`sections.id`)}
      left join lateral (
        select * from lecture_progress
         where lecture_progress.site_id = ${site.id} and lecture_progress.enrollment_id = ${id}
           and lecture_progress.lecture_id = lectures.id offset 0) as done on true
     where sections.site_id = ${site.id} and sections.course_id = ${courseId} and ${table("sections").present}
       and ${isVisibleToStudents}
     group by sections.id, sections.title, sections.position
     order by sections.position, sections.id limit 500`;

const standings = ["active", "completed", "expired"] as const;

/** A course as its enrolled member sees it: the access, not its source. */
const OwnCourse = z.object({
  enrollmentId: Id("enrollment"),
  courseId: Id("course"),
  slug: z.string(),
  name: z.string(),
  status: z.enum(standings),
  enrolledAt: Instant,
  expiresAt: Instant.nullable().meta({ description: "Null: lifetime access" }),
  completedAt: Instant.nullable(),
  progress: z.object({
    completedLectures: z.number().int().min(0),
    totalLectures: z.number().int().min(0),
    percent: z.number().min(0).max(100),
    nextLecture: z.object({ lectureId: Id("lecture"), name: z.string(), opensAt: Instant.nullable() }).nullable(),
  }),
  lastLectureId: Id("lecture").nullable(),
  lastPositionSeconds: z.number().min(0).nullable(),
  url: z.string(),
});

export const listOwnCourses = operation({
  name: "listOwnCourses",
  summary: "List the member's courses",
  description: "Most recently used first.",
  reads: "account:read",
  input: z.object({
    status: z.array(z.enum(standings)).min(1).max(standings.length).optional(),
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().max(1000).optional(),
  }),
  output: pageSchemaOf(OwnCourse),
  async run(context, { status, limit, cursor }) {
    const list = { list: "ownCourses", status };
    const position = positionAfter(cursor, list);
    const after = position && { activeAt: position.at, id: position.id };
    const requested = { first: limit + 1, after, statuses: status };
    const rows = await listEnrolledCourses(context, ownId(context), requested, context.now);
    const progress = await courseProgress(context, rows, context.now);
    return rowsPage(rows, limit, {
      show: (row) => serialize(context, row, progress.get(row.id)),
      cursorOf(row) {
        const { activeAt, id } = positionOf(row);
        return cursorAfter({ at: activeAt, id }, list);
      },
    });
  },
});

export const getOwnCourse = operation({
  name: "getOwnCourse",
  summary: "Retrieve a course of the member",
  description: "Progress by section, the next lecture and the certificate.",
  reads: "account:read",
  input: z.object({ course: ReferenceTo("course") }),
  output: OwnCourse.extend({
    sections: z.array(SectionProgress),
    certificate: z.object({ serial: z.string(), issuedAt: Instant, url: z.string() }).nullable(),
  }),
  async run(context, { course: reference }) {
    const slug = "slug" in reference ? reference.slug : await slugOf(context, reference.id);
    const [row] =
      slug === undefined ? [] : await listEnrolledCourses(context, ownId(context), { first: 1, slug }, context.now);
    if (!row)
      throw notFound(
        "enrollment of yours in the course",
        "id" in reference ? formatId("course", reference.id) : reference.slug,
      );
    const [progress, sections, certificates] = await Promise.all([
      courseProgress(context, [row], context.now),
      sectionProgress(context, row),
      newestCertificates(context, [row.id]),
    ]);
    const certificate = certificates.get(row.id);
    return {
      ...serialize(context, row, progress.get(row.id)),
      sections,
      certificate: certificate
        ? { ...certificate, url: `${context.site.origin}/certificates/${certificate.serial}` }
        : null,
    };
  },
});

const slugOf = async ({ db, site }: Context, id: string) =>
  (await db.first<{ slug: string }>`select slug from courses where site_id = ${site.id} and id = ${id}`)?.slug;

const none: CourseProgress = { completedLectures: 0, totalLectures: 0, percent: 0, nextLecture: null };

function serialize({ site, now }: Context, course: EnrolledCourse, progress: CourseProgress = none) {
  const { id, courseId, slug, name, enrolledAt, expiresAt, completedAt, lastLectureId, lastPositionSeconds } = course;
  return {
    enrollmentId: id,
    courseId,
    slug,
    name,
    status: statusOf(course, now),
    enrolledAt,
    expiresAt,
    completedAt,
    progress,
    lastLectureId,
    lastPositionSeconds,
    url: `${site.origin}/courses/${slug}`,
  };
}
