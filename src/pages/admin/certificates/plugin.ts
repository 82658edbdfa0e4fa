import type { FastifyInstance } from "fastify";
import { listPage } from "./list.ts";
import { onePages } from "./certificate-page.ts";
import { certificateMonths } from "#domain/learning/certificates/of-courses.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import {
  certificateNotices,
  certificatesOfCourses,
  certificatesOfCoursesPath as path,
} from "../../views/admin/certificates/certificates-of-courses.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { getPage, postChanges } from "../parts/routes.ts";

/** Mounts /admin/certificates: the issued certificates, and the courses that issue them. */
export function certificatePages(app: FastifyInstance): void {
  listPage(app);
  coursePages(app);
  onePages(app);
}

const perPage = 20;

/** GET /admin/certificates/courses: courses and their certificates. POST …/courses/{course}: change those of one. */
function coursePages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { cursor, done } = request.query;
    const input = { limit: perPage, ...cursorIn(cursor) };
    const { listCertificatesOfCourses } = await adminOperations.certificates();
    const found = await perform(listCertificatesOfCourses, pageRequest.context, input);
    return certificatesOfCourses(adminPageOf(pageRequest, "certificates"), {
      courses: found.courses.map((course) => ({ ...course, id: formatId("course", course.id) })),
      pages: pagesOf(path, {}, found.nextCursor, cursor),
      notice: certificateNotices.find((name) => name === done),
    });
  });

  postChanges(app, { path: `${path}/:id`, formAt: path }, async (pageRequest, edited, request) => {
    const typed = edited.form.get("months");
    const months = certificateMonths.find((value) => String(value) === typed) ?? null;
    const { changeCertificatesOfCourse } = await adminOperations.certificates();
    if (edited.isChanged("months"))
      await perform(changeCertificatesOfCourse, pageRequest.context, { id: request.params.id, months });
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}
