import type * as z from "zod";
import type { showLecturer } from "#domain/catalog/public-catalog/lecturers.ts";
import { bullets, facts, part, plain } from "./markdown.ts";

/** `/lecturers/{slug}.md`: a lecturer and their courses. */
export const lecturerDocument = (lecturer: z.output<typeof showLecturer.output>): string => `# ${plain(lecturer.name)}

${lecturer.title ? `> ${plain(lecturer.title)}\n\n` : ""}${facts({ URL: lecturer.url })}

${lecturer.bioMarkdown}
${part("Courses", bullets(lecturer.courses.map(({ name, url }) => `[${plain(name)}](${url}.md)`)))}${part("Links", bullets(lecturer.links.map((link) => `<${link}>`)))}`;
