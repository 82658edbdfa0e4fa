import type { FastifyInstance } from "fastify";
import { showCourse } from "#domain/catalog/public-catalog/courses.ts";
import { showPreviewLecture, showPreviewText } from "#domain/catalog/public-catalog/outline.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { previewPage } from "../views/public/preview.ts";
import { sendPublicPage } from "./send.ts";
import type { OpenPublicPageRequest } from "./page-request.ts";

/** GET /courses/{slug}/previews/{lecture}: a public preview lecture. */
export function previewPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  app.get<{ Params: { slug: string; lecture: string } }>("/courses/:slug/previews/:lecture", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { slug, lecture: lectureId } = request.params;
    const [course, lecture, { html }] = await Promise.all([
      perform(showCourse, pageRequest.context, { course: slug }),
      perform(showPreviewLecture, pageRequest.context, { lectureId }),
      perform(showPreviewText, pageRequest.context, { lectureId }),
    ]);
    if (lecture.courseId !== course.id) throw notFound("preview lecture", lectureId);
    return sendPublicPage(pageRequest, previewPage(pageRequest.page, { course, lecture, html }));
  });
}
