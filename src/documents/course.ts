import type * as z from "zod";
import type { showOutline } from "#domain/public-catalog/courses/outline.ts";
import type { showCourse } from "#domain/public-catalog/courses/courses.ts";
import type { PublicReview } from "#domain/public-catalog/courses/reviews.ts";
import { bullets, facts, linkedPrice, names, part, paymentsOf } from "./markdown.ts";
import { plain } from "./plain-markdown.ts";
import { ratingOf, writtenBy } from "./reviews.ts";
import type { DocumentText } from "./text/document-text.ts";

type Course = z.output<typeof showCourse.output>;
type Outline = z.output<typeof showOutline.output>;

/** The newest reviews of a course; null if the school hides ratings. */
type Reviews = { data: readonly PublicReview[]; page: { hasMore: boolean } } | null;

/** `/courses/{slug}.md`: the public view of a course. Its description is the school's own Markdown. */
export const courseDocument = (
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
