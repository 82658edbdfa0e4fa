import type * as z from "zod";
import type { showOutline } from "#domain/catalog/outline.ts";
import type { PublicCourse } from "#domain/catalog/public-course.ts";
import { bullets, facts, names, part, plain, priceOf } from "./markdown.ts";

type Course = z.output<typeof PublicCourse>;
type Outline = z.output<typeof showOutline.output>;

/** `/courses/{slug}.md`: a course as everybody may read it. Its description is the school's own Markdown. */
export const courseDocument = (course: Course, { sections }: Outline): string => `# ${plain(course.name)}

${course.subtitle ? `> ${plain(course.subtitle)}\n\n` : ""}${facts({
  Address: course.url,
  Language: course.language,
  Level: course.level,
  Lectures: String(course.lectureCount),
  "Taught by": names(course.lecturers),
  Rating: course.ratingAverage === null ? null : `${course.ratingAverage} of 5 (${course.ratingCount})`,
  Topics: course.tags.map(plain).join(", "),
})}

${course.descriptionMarkdown}
${part("What you learn", bullets(course.outcomes.map(plain)))}${part("Requirements", bullets(course.requirements.map(plain)))}${part("Contents", contents(sections))}${part("Prices", bullets(course.plans.map((plan) => `${plain(plan.name)}: ${priceOf(plan.price)}`)))}`;

const contents = (sections: Outline["sections"]): string =>
  sections.map(({ title, lectures }) => `### ${plain(title)}\n\n${bullets(lectures.map(lectureLine))}`).join("\n\n");

const lectureLine = ({ title, isPreview }: Outline["sections"][number]["lectures"][number]): string =>
  `${plain(title)}${isPreview ? " (free preview)" : ""}`;
