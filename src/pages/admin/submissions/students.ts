import type { FastifyInstance } from "fastify";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { listStuckStudents } from "#domain/learning/stuck-students/operations.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { sendPage } from "../../responses/send.ts";
import { stuckStudents } from "../../views/admin/submissions/stuck-students.ts";
import { hrefOf } from "../parts/href-of.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";
import { adminSections } from "../sections.ts";

/** Maximum number of courses to choose from. */
const maxCourses = 200;

/** GET /admin/submissions/students: students of a course who may need help, for its staff. */
export function studentsPage(app: FastifyInstance): void {
  app.get<{ Querystring: { course?: string } }>(
    `${adminSections.submissions.path}/students`,
    async (request, reply) => {
      const pageRequest = adminPageRequestOf(request);
      const { context } = pageRequest;
      const { data } = await perform(listCourses, context, { limit: maxCourses, sort: ["name"] });
      const courses = data.map(({ id, name }) => ({ id: formatId("course", id), name }));
      const { course: requested = "" } = request.query;
      const course = parseId("course", requested) === undefined ? courses[0]?.id : requested;
      const students = course === undefined ? [] : await perform(listStuckStudents, context, { courseId: course });
      const view = stuckStudents(adminPageOf(pageRequest, "submissions"), {
        courses,
        course: course ?? "",
        students: students.map((student) => ({ ...student, href: hrefOf(context, "member", student.studentId) })),
      });
      return sendPage(reply, view);
    },
  );
}
