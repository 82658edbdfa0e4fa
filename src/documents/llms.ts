import type { PublicCourseSummary } from "#domain/catalog/public-course.ts";
import type { Site } from "#domain/sites/site.ts";
import { plain } from "./markdown.ts";

/** As many as a reader's context takes easily; the rest is found by search. */
export const mostCourses = 100;

/** `/llms.txt` (llmstxt.org): what there is here for an agent, and where. */
export function llmsDocument(
  { name, description, origin }: Site,
  courses: readonly PublicCourseSummary[],
  total: number,
): string {
  const listed = courses.map(
    ({ name: course, subtitle, url }) => `- [${plain(course)}](${url}.md)${subtitle ? `: ${plain(subtitle)}` : ""}`,
  );
  const more =
    total > courses.length
      ? `\n\n${total - courses.length} more: search them with the tools \`search\` and \`list_courses\` at ${origin}/mcp.`
      : "";
  return `# ${plain(name)}

> ${plain(description) || "An online-learning site."}

Everybody may read what stands here. An agent finds the same and more as tools at ${origin}/mcp, without a token.

## Documents

- [Authorization](${origin}/auth.md): how an application gets permission here
- [Prices](${origin}/pricing.md): everything on sale
- [Operator API](${origin}/openapi.json): OpenAPI 3.0 description
- [Errors](${origin}/docs/errors): what each error means and how to mend it

## Courses

${listed.length > 0 ? listed.join("\n") : "There are none at present."}${more}
`;
}
