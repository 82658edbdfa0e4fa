import type { FastifyInstance } from "fastify";
import { showCourse } from "#domain/public-catalog/courses/courses.ts";
import { showPreviewPage } from "#domain/public-catalog/courses/outline.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { playerOf, secondsIn } from "../learn/media.ts";
import { mediaPolicyOf } from "../learn/media-policy.ts";
import { previewPage } from "../views/public/preview.ts";
import { sendPublicPage } from "./send.ts";
import type { OpenPublicPageRequest } from "./page-request.ts";

interface Address {
  Params: { slug: string; lecture: string };
  Querystring: { at?: string };
}

/** GET /courses/{slug}/previews/{lecture}: a public preview lecture. `at` is the start position in seconds. */
export function previewPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  app.get<Address>("/courses/:slug/previews/:lecture", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, page } = pageRequest;
    const { slug, lecture: lectureId } = request.params;
    const [course, lecture] = await Promise.all([
      perform(showCourse, context, { course: slug }),
      perform(showPreviewPage, context, { lectureId }),
    ]);
    const { html, video } = lecture;
    if (lecture.courseId !== course.id) throw notFound("preview lecture", lectureId);
    const here = `/courses/${course.slug}/previews/${formatId("lecture", lecture.id)}`;
    // Nothing is recorded, not even for members.
    const media =
      video &&
      playerOf(video, lecture.kind, {
        here,
        startAt: secondsIn(request.query.at) ?? 0,
        isEnhanced: false,
        poster: course.coverUrl,
        next: null,
        report: null,
      });
    const content = media ? mediaPolicyOf(media, context.site) : [];
    return sendPublicPage(pageRequest, previewPage(page, { course, lecture, html, media }), undefined, [], content);
  });
}
