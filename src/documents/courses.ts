import type { FastifyInstance } from "fastify";
import { showCourse } from "#domain/public-catalog/courses/courses.ts";
import { showOutline } from "#domain/public-catalog/courses/outline.ts";
import { browseCourseReviews, showCourseRatings, type PublicReview } from "#domain/public-catalog/courses/reviews.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { reviewsDocument, ratingOf, writtenBy } from "./reviews.ts";
import { line, serveDocument, slugOf } from "./serve.ts";
import { textOf } from "./text/catalog.ts";
import type * as z from "zod";
import { bullets, facts, linkedPrice, names, part, paymentsOf } from "./markdown.ts";
import { plain } from "./plain-markdown.ts";
import type { DocumentText } from "./text/document-text.ts";

const [reviewsPerCourse, reviewsPerPage] = [5, 50];

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
        readReviews(context, course, { limit: reviewsPerCourse }),
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
        readReviews(context, course, { limit: reviewsPerPage, cursor, rating }),
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

type Course = z.output<typeof showCourse.output>;
type Outline = z.output<typeof showOutline.output>;

/** The newest reviews of a course; null if the school hides ratings. */
type Reviews = { data: readonly PublicReview[]; page: { hasMore: boolean } } | null;

/** `/courses/{slug}.md`: the public view of a course. Its description is the school's own Markdown. */
const courseDocument = (
  text: DocumentText,
  course: Course,
  { sections }: Outline,
  reviews: Reviews,
): string => `# ${plain(course.name)}

${course.subtitle ? `> ${plain(course.subtitle)}\n\n` : ""}${facts(text, {
  url: course.url,
  language: course.language,
  level: course.level && text.levels[course.level],
  lectures: String(course.lectureCount),
  lecturers: names(course.lecturers),
  rating: reviews && ratingOf(text, course),
  topics: course.tags.map(plain).join(", "),
})}

${course.descriptionMarkdown}
${part(text.parts.outcomes, bullets(course.outcomes.map(plain)))}${part(text.parts.requirements, bullets(course.requirements.map(plain)))}${part(text.parts.contents, contents(text, sections))}${part(text.parts.prices, bullets(course.plans.map((plan) => planLine(text, plan))))}${part(text.parts.membershipPlans, bullets(course.membershipPlans.map(({ name, url }) => `[${plain(name)}](${url}.md)`)))}${reviews && reviews.data.length > 0 ? part(text.parts.reviews, reviewed(text, course, reviews)) : ""}`;

/** `Three payments: [USD 42.00 (3 × 14.00, every month)](checkout)` */
function planLine(text: DocumentText, { name, price, installments, checkoutUrl }: Course["plans"][number]): string {
  const note = paymentsOf(text, installments);
  return text.fact(plain(name), linkedPrice(text, price, { checkoutUrl, note }));
}

const reviewed = (text: DocumentText, { url }: Course, { data, page }: NonNullable<Reviews>): string =>
  `${writtenBy(text, data)}${page.hasMore ? `\n\n[${text.reviews.all}](${url}/reviews.md)` : ""}`;

const contents = (text: DocumentText, sections: Outline["sections"]): string =>
  sections
    .map(({ title, lectures }) => {
      const lines = lectures.map(
        (lecture) => `${plain(lecture.title)}${lecture.isPreview ? ` ${text.freePreview}` : ""}`,
      );
      return `### ${plain(title)}\n\n${bullets(lines)}`;
    })
    .join("\n\n");
