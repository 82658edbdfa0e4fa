import type * as z from "zod";
import type { showLecturer } from "#domain/public-catalog/lecturers.ts";
import { bullets, facts, part } from "./markdown.ts";
import { plain } from "#documents/plain-markdown.ts";
import type { DocumentText } from "#documents/text/document-text.ts";

/** `/lecturers/{slug}.md`: a lecturer and their courses. */
export const lecturerDocument = (
  text: DocumentText,
  lecturer: z.output<typeof showLecturer.output>,
): string => `# ${plain(lecturer.name)}

${lecturer.title ? `> ${plain(lecturer.title)}\n\n` : ""}${facts(text, { url: lecturer.url })}

${lecturer.bioMarkdown}
${part(text.parts.courses, bullets(lecturer.courses.map(({ name, url }) => `[${plain(name)}](${url}.md)`)))}${part(text.parts.links, bullets(lecturer.links.map((link) => `<${link}>`)))}`;
