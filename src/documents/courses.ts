import type { FastifyInstance } from "fastify";
import { showCourse } from "#domain/public-catalog/courses/courses.ts";
import { showOutline } from "#domain/public-catalog/courses/outline.ts";
import { browseCourseReviews, showCourseRatings } from "#domain/public-catalog/courses/reviews.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { courseDocument } from "./course.ts";
import { reviewsDocument } from "./reviews.ts";
import { line, serveDocument, slugOf } from "./serve.ts";
import { textOf } from "./text/catalog.ts";

/** Reviews per course document, and per page of the review document. */
const [onCourse, listed] = [5, 50];

/** `/courses/{slug}.md` and `/courses/{slug}/reviews.md`. */
export function courseDocuments(app: FastifyInstance): void {
  serveDocument(
    app,
    "/courses/:slug.md",
    "markdown",
    async (context, request) => {
      const course = slugOf(request);
      const [item, outline, reviews] = await Promise.all([
        perform(showCourse, context, { course }),
        perform(showOutline, context, { course }),
        readReviews(context, course, { limit: onCourse }),
      ]);
      return { text: courseDocument(textOf(context.site), item, outline, reviews), canonical: item.url };
    },
    { page: "/courses/:slug" },
  );
  serveDocument(
    app,
    "/courses/:slug/reviews.md",
    "markdown",
    async (context, request) => {
      const course = slugOf(request);
      const query = asRecord(request.query);
      // The page names the parameter `after`, and serves this document to clients that prefer Markdown.
      const cursor = line(query["cursor"]) ?? line(query["after"]);
      const requested = line(query["rating"]);
      const stars = requested !== undefined && /^[1-5]$/.test(requested) ? requested : undefined;
      const rating = stars === undefined ? undefined : { gte: Number(stars), lte: Number(stars) };
      const [item, reviews] = await Promise.all([
        perform(showCourse, context, { course }),
        readReviews(context, course, { limit: listed, cursor, rating }),
      ]);
      if (!reviews) throw notFound("reviews", course);
      const { nextCursor } = reviews.page;
      const address = `${item.url}/reviews`;
      const further = {
        ...(stars !== undefined && { rating: stars }),
        ...(nextCursor !== null && { cursor: nextCursor }),
      };
      const next = nextCursor === null ? null : `${address}.md?${new URLSearchParams(further).toString()}`;
      return { text: reviewsDocument(textOf(context.site), item, reviews.data, next), canonical: address };
    },
    { page: "/courses/:slug/reviews" },
  );
}

interface CourseRequest {
  limit: number;
  cursor?: string | undefined;
  rating?: { gte: number; lte: number } | undefined;
}

/** Reads the reviews of a course; null if the school hides ratings. */
async function readReviews(context: RequestContext, course: string, requested: CourseRequest) {
  const [{ shown }, reviews] = await Promise.all([
    perform(showCourseRatings, context, { course }),
    perform(browseCourseReviews, context, { course, withWords: true, ...requested }),
  ]);
  return shown ? reviews : null;
}
