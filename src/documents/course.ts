import type * as z from "zod";
import type { showOutline } from "#domain/catalog/public-catalog/outline.ts";
import type { showCourse } from "#domain/catalog/public-catalog/courses.ts";
import type { PublicReview } from "#domain/catalog/public-catalog/reviews.ts";
import { bullets, facts, names, part, plain, priceOf } from "./markdown.ts";
import { ratingOf, writtenBy } from "./reviews.ts";

type Course = z.output<typeof showCourse.output>;
type Outline = z.output<typeof showOutline.output>;

/** The newest reviews of a course; null if the school hides ratings. */
type Reviews = { data: readonly PublicReview[]; page: { hasMore: boolean } } | null;

/** `/courses/{slug}.md`: the public view of a course. Its description is the school's own Markdown. */
export const courseDocument = (
  course: Course,
  { sections }: Outline,
  reviews: Reviews,
): string => `# ${plain(course.name)}

${course.subtitle ? `> ${plain(course.subtitle)}\n\n` : ""}${facts({
  URL: course.url,
  Language: course.language,
  Level: course.level,
  Lectures: String(course.lectureCount),
  Lecturers: names(course.lecturers),
  Rating: reviews && ratingOf(course),
  Topics: course.tags.map(plain).join(", "),
})}

${course.descriptionMarkdown}
${part("What you will learn", bullets(course.outcomes.map(plain)))}${part("Requirements", bullets(course.requirements.map(plain)))}${part("Contents", contents(sections))}${part("Prices", bullets(course.plans.map((plan) => `${plain(plan.name)}: ${priceOf(plan.price)}`)))}${part("Included in membership plans", bullets(course.membershipPlans.map(({ name, url }) => `[${plain(name)}](${url}.md)`)))}${reviews && reviews.data.length > 0 ? part("Reviews", reviewed(course, reviews)) : ""}`;

const reviewed = ({ url }: Course, { data, page }: NonNullable<Reviews>): string =>
  `${writtenBy(data)}${page.hasMore ? `\n\n[All reviews](${url}/reviews.md)` : ""}`;

const contents = (sections: Outline["sections"]): string =>
  sections.map(({ title, lectures }) => `### ${plain(title)}\n\n${bullets(lectures.map(lectureLine))}`).join("\n\n");

const lectureLine = ({ title, isPreview }: Outline["sections"][number]["lectures"][number]): string =>
  `${plain(title)}${isPreview ? " (free preview)" : ""}`;
