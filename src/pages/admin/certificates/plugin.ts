import type { FastifyInstance } from "fastify";
import { listPage } from "./list.ts";
import { onePages } from "./one.ts";
import {
  certificateMonths,
  changeCertificatesOfCourse,
  listCertificatesOfCourses,
} from "#domain/learning/certificates/of-courses.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { sendPage } from "../../responses/send.ts";
import {
  certificateNotices,
  certificatesOfCourses,
  certificatesOfCoursesPath as path,
} from "../../views/admin/certificates/certificates-of-courses.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { editedForm } from "../parts/edited-form.ts";

/** Mounts /admin/certificates: the issued certificates, and the courses that issue them. */
export function certificatePages(app: FastifyInstance): void {
  listPage(app);
  coursePages(app);
  onePages(app);
}

interface Query {
  cursor?: string;
  done?: string;
}

const perPage = 20;

/** GET /admin/certificates/courses: courses and their certificates. POST …/courses/{course}: change those of one. */
function coursePages(app: FastifyInstance): void {
  app.get<{ Querystring: Query }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { cursor, done } = request.query;
    const input = { limit: perPage, ...cursorIn(cursor) };
    const found = await perform(listCertificatesOfCourses, pageRequest.context, input);
    const view = certificatesOfCourses(adminPageOf(pageRequest, "certificates"), {
      courses: found.courses.map((course) => ({ ...course, id: formatId("course", course.id) })),
      pages: pagesOf(path, {}, found.nextCursor, cursor),
      notice: certificateNotices.find((name) => name === done),
    });
    return sendPage(reply, view);
  });

  app.post<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const edited = await editedForm(pageRequest, path);
    if (!edited) return reply;
    const typed = edited.form.get("months");
    const months = certificateMonths.find((value) => String(value) === typed) ?? null;
    if (edited.isChanged("months"))
      await perform(changeCertificatesOfCourse, pageRequest.context, { id: request.params.id, months });
    return reply.redirect(`${path}?done=saved`, 303);
  });
}
