import type * as z from "zod";
import type { PublicCourse } from "#domain/catalog/public-course.ts";
import { money, plain } from "./markdown.ts";

/** `/courses/{slug}.md`: a course as everybody may read it. Its description is the school's own Markdown. */
export function courseDocument(course: z.output<typeof PublicCourse>): string {
  const { name, subtitle, language, level, lectureCount, descriptionMarkdown, plans, lecturers, outcomes, url } =
    course;
  const facts = [
    `- Address: ${url}`,
    `- Language: ${language}`,
    ...(level ? [`- Level: ${level}`] : []),
    `- Lectures: ${lectureCount}`,
    ...(lecturers.length > 0 ? [`- Taught by: ${lecturers.map((person) => plain(person.name)).join(", ")}`] : []),
  ];
  const learned =
    outcomes.length > 0 ? `\n## What you learn\n\n${outcomes.map((line) => `- ${plain(line)}`).join("\n")}\n` : "";
  const prices =
    plans.length > 0
      ? `\n## Prices\n\n${plans.map((plan) => `- ${plain(plan.name)}: ${plan.price ? money(plan.price) : "free"}`).join("\n")}\n`
      : "";
  return `# ${plain(name)}

${subtitle ? `> ${plain(subtitle)}\n\n` : ""}${facts.join("\n")}

${descriptionMarkdown}
${learned}${prices}`;
}
