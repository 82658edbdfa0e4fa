import type { FastifyInstance } from "fastify";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { listEnrollments } from "#domain/learning/enrollments/list-enrollments.ts";
import type { StuckStudent } from "#domain/learning/stuck-students/operations.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { progressFilters, progressOfStudents, type StudentRow } from "../../views/admin/submissions/progress.ts";
import { hrefOf } from "../parts/href-of.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { getPage } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";

const maxCourseChoices = 200;

const perPage = 50;

const { path } = adminSections.progress;

/** GET /admin/submissions/students: the progress of the students of a course, and who may need help. */
export function studentsPage(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { course: requested = "", show, cursor } = request.query;
    const { data } = await perform(listCourses, context, { limit: maxCourseChoices, sort: ["name"] });
    const courses = data.map(({ id, name }) => ({ id: formatId("course", id), name }));
    const course = parseId("course", requested) === undefined ? courses[0]?.id : requested;
    const filter = progressFilters.find((name) => name === show) ?? "all";
    const { listStuckStudents } = await adminOperations.grading();
    const stuck = course === undefined ? [] : await perform(listStuckStudents, context, { courseId: course });
    const { rows, nextCursor } =
      course === undefined || filter === "stuck"
        ? { rows: stuck.map((student) => ({ ...student, isCompleted: false })), nextCursor: null }
        : await readAll(context, course, { stuck, cursor });
    return progressOfStudents(adminPageOf(pageRequest, "progress"), {
      courses,
      course: course ?? "",
      filter,
      stuckCount: stuck.length,
      students: rows.map((student) => ({ ...student, href: hrefOf(context, "member", student.studentId) })),
      pages: pagesOf(path, { course, show: filter }, nextCursor, cursor),
    });
  });
}

/** The students of a course: those who were never active first, then those whose last visit is longest ago. */
async function readAll(
  context: RequestContext,
  course: string,
  { stuck, cursor }: { stuck: readonly StuckStudent[]; cursor: string | undefined },
): Promise<{ rows: Omit<StudentRow, "href">[]; nextCursor: string | null }> {
  const { data, page } = await perform(listEnrollments, context, {
    courseId: [course],
    status: ["active", "completed"],
    sort: ["last_activity_at"],
    limit: perPage,
    ...cursorIn(cursor),
  });
  const enrollmentIds = data.map(({ id }) => formatId("enrollment", id));
  const { nameStudents } = await adminOperations.grading();
  const named = await perform(nameStudents, context, { courseId: course, enrollmentIds });
  const names = new Map(named.map(({ studentId, student }) => [studentId, student]));
  const reasons = new Map(stuck.map((student) => [student.studentId, student]));
  const rows = data.map(({ studentId, status, progress }) => ({
    studentId,
    student: names.get(studentId) ?? null,
    progressPercent: Math.floor(progress.percent),
    lastActivityAt: progress.lastActivityAt,
    isCompleted: status === "completed",
    isIdle: reasons.get(studentId)?.isIdle ?? false,
    failedQuiz: reasons.get(studentId)?.failedQuiz ?? null,
  }));
  return { rows, nextCursor: page.nextCursor };
}
