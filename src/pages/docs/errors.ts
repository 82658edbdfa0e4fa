import type { FastifyInstance } from "fastify";
import { type ErrorReference, errorReferences, findErrorReference } from "../text/error-reference/error-reference.ts";
import { errorGroups, errorIndex, errorReference } from "../views/frame/error-reference.ts";
import { textFor } from "../text/catalogue.ts";
import type { OpenDocsPage } from "#pages/docs/docs-page.ts";
import { serveDocsPage } from "./serve-page.ts";

/** GET /docs/errors and /docs/errors/{code}: targets of all `error_uri` values. */
export function errorPages(app: FastifyInstance, openDocsPage: OpenDocsPage): void {
  serveDocsPage(app, openDocsPage, "/docs/errors", {
    read: () => errorReferences,
    html: errorIndex,
    markdown: indexMarkdown,
  });
  serveDocsPage(app, openDocsPage, "/docs/errors/:name", {
    read: findErrorReference,
    html: errorReference,
    markdown: markdownOf,
  });
}

function indexMarkdown(entries: readonly ErrorReference[], origin: string): string {
  const { docs, reference: text } = textFor("en");
  const groups = errorGroups.map((group) => {
    const entriesOfGroup = entries.filter((entry) => entry.group === group);
    const lines = entriesOfGroup.map(
      ({ code, title }) => `- [\`${code}\`](${origin}/docs/errors/${code}.md): ${title}`,
    );
    return `## ${text.group[group]}\n\n${lines.join("\n")}\n`;
  });
  return `# ${text.title}\n\n${docs.errorsAbout}\n\n${groups.join("\n")}`;
}

function markdownOf({ code, title, meaning, fix, answered, specification }: ErrorReference): string {
  const { reference: text } = textFor("en");
  return `# \`${code}\`: ${title}

## ${text.meaning}

${meaning}

## ${text.fix}

${fix.map((step) => `- ${step}`).join("\n")}

## ${text.answered}

${answered}

## ${text.specification}

${specification.map(({ label, href }) => `- [${label}](${href})`).join("\n")}
`;
}
