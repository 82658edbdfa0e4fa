import { browsePages } from "#domain/catalog/public-catalog/pages.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { typedKeys } from "#lib/typed-object.ts";
import { itemLine, type ListName, lists } from "./lists.ts";
import { brief, plain } from "./markdown.ts";

/** Maximum items per kind, small enough for an agent's context; the list documents have the rest. */
const maxItems: Record<ListName, number> = {
  courses: 100,
  events: 30,
  "membership-plans": 30,
  posts: 30,
  "digital-products": 30,
  consulting: 30,
  lecturers: 30,
};

/** A document for developers. */
interface Guide {
  path: string;
  title: string;
  description: string;
}

export type ListGuides = () => Promise<readonly Guide[]>;

/** `/llms.txt` (llmstxt.org): an overview of the site for agents. */
export const llmsDocument =
  (listGuides: ListGuides) =>
  async (context: RequestContext): Promise<string> => {
    const { name, description, origin } = context.site;
    const [sections, pages, guides] = await Promise.all([
      Promise.all(typedKeys(lists).map((list) => section(context, list))),
      perform(browsePages, context, {}),
      listGuides(),
    ]);
    const written = pages.data.map(({ title, url }) => itemLine({ name: title, url, note: null }));
    return `# ${plain(name)}

> ${plain(description) || "An online-learning site."}

All documents here are public. Every page has a Markdown version: append \`.md\` to its URL, or send \`Accept: text/markdown\`. Agents can use the tools at ${origin}/mcp for the same data, without a token. Hosts that need a challenge to sign in connect to ${origin}/mcp/connect.

## Documents

- [Authorization](${origin}/auth.md): how to get access as an application
- [Prices](${origin}/pricing.md): everything on sale
- [Operator API](${origin}/openapi.json): OpenAPI 3.0 description
- [Errors](${origin}/docs/errors): error codes and how to fix them
${sections.join("")}${written.length > 0 ? `\n## Pages\n\n${written.join("\n")}\n` : ""}
## Developer documentation

- [Overview](${origin}/docs.md)
${guides.map((guide) => `- [${guide.title}](${origin}${guide.path}.md): ${brief(guide.description)}`).join("\n")}
`;
  };

async function section(context: RequestContext, list: ListName): Promise<string> {
  const { heading } = lists[list];
  const { items, total = items.length } = await lists[list].read(context, {
    limit: maxItems[list],
    includeTotal: true,
  });
  if (items.length === 0) return list === "courses" ? "\n## Courses\n\nThere are currently none.\n" : "";
  const left = total - items.length;
  const address = `${context.site.origin}/${list}.md`;
  const more = `${left} more; add \`?q=words\` to search`;
  const last = left > 0 ? `\n- [All ${total}](${address}): ${more}` : "";
  return `\n## ${heading}\n\n${items.map(itemLine).join("\n")}${last}\n`;
}
