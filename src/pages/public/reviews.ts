import type { FastifyInstance } from "fastify";
import { showCourse } from "#domain/public-catalog/courses/courses.ts";
import { browseCourseReviews, showCourseRatings } from "#domain/public-catalog/courses/reviews.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { type Reviews, reviewsAddress, reviewsPage } from "../views/public/reviews.ts";
import { sendPublicPage } from "./send.ts";
import type { PublicPageRequest, OpenPublicPageRequest } from "./page-request.ts";

interface Address {
  Params: { slug: string };
  Querystring: { rating?: string; after?: string };
}

const perPage = 20;
const onCourse = 5;

/** GET /courses/{slug}/reviews: public reviews, filtered by `rating`. */
export function reviewsPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  app.get<Address>("/courses/:slug/reviews", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, indexed } = pageRequest;
    const { slug } = request.params;
    const { after } = request.query;
    const rating = /^[1-5]$/.test(request.query.rating ?? "") ? Number(request.query.rating) : undefined;
    const narrowed = rating === undefined ? {} : { rating: { gte: rating, lte: rating } };
    const requested = { course: slug, limit: perPage, withWords: true, cursor: after || undefined, ...narrowed };
    const [course, { shown, counts }, { data, page }] = await Promise.all([
      perform(showCourse, context, { course: slug }),
      perform(showCourseRatings, context, { course: slug }),
      perform(browseCourseReviews, context, requested),
    ]);
    if (!shown) throw notFound("reviews", slug);
    if (course.slug !== slug) return reply.redirect(reviewsAddress(course), 308);
    const address = (query: Record<string, string>) => {
      const params = { ...(rating !== undefined && { rating: String(rating) }), ...query };
      return `${reviewsAddress(course)}?${new URLSearchParams(params).toString()}`;
    };
    const pages = {
      first: after ? address({}) : undefined,
      next: page.nextCursor === null ? undefined : address({ after: page.nextCursor }),
    };
    const view = reviewsPage(pageRequest.page, { course, counts, reviews: data, rating, pages, indexed });
    return sendPublicPage(pageRequest, view, `${reviewsAddress(course)}.md`);
  });
}

/** Reads the reviews section of a course page. Null without ratings or if reviews are not public. */
export async function readReviews(
  { context, shell }: PublicPageRequest,
  { slug, ratingCount }: { slug: string; ratingCount: number },
): Promise<Reviews | null> {
  if (ratingCount === 0 || !shell.settings.general.showRatings) return null;
  const [{ counts }, { data, page }] = await Promise.all([
    perform(showCourseRatings, context, { course: slug }),
    perform(browseCourseReviews, context, { course: slug, limit: onCourse, withWords: true }),
  ]);
  return { counts, reviews: data, hasMore: page.hasMore };
}
