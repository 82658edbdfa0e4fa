import type { FastifyInstance } from "fastify";
import { showCourse } from "#domain/catalog/public-catalog/courses.ts";
import { showPreviewLecture, showPreviewText } from "#domain/catalog/public-catalog/outline.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { previewPage } from "../views/public/preview.ts";
import { sendPublicPage } from "./send.ts";
import type { StartPublicVisit } from "./visit.ts";

/** GET /courses/{slug}/previews/{lecture}: a public preview lecture. */
export function previewPages(app: FastifyInstance, visit: StartPublicVisit): void {
  app.get<{ Params: { slug: string; lecture: string } }>("/courses/:slug/previews/:lecture", async (request, reply) => {
    const visitor = await visit(request, reply);
    const { slug, lecture: lectureId } = request.params;
    const [course, lecture, { html }] = await Promise.all([
      perform(showCourse, visitor.context, { course: slug }),
      perform(showPreviewLecture, visitor.context, { lectureId }),
      perform(showPreviewText, visitor.context, { lectureId }),
    ]);
    if (lecture.courseId !== course.id) throw notFound("preview lecture", lectureId);
    return sendPublicPage(visitor, previewPage(visitor.page, { course, lecture, html }));
  });
}
