import { browsePages } from "#domain/public-catalog/pages/pages.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { itemLine, lists } from "./lists.ts";
import type { ListName } from "./list-names.ts";
import { brief } from "./markdown.ts";
import { plain } from "./plain-markdown.ts";
import { textOf } from "./text/catalog.ts";

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

/**
 * `/llms.txt` (llmstxt.org): an overview of the site for agents. Readers with little context skip the section with the
 * fixed name Optional.
 */
export const llmsDocument =
  (listGuides: ListGuides) =>
  async (context: RequestContext): Promise<string> => {
    const { name, description, origin } = context.site;
    const { llms: text } = textOf(context.site);
    const [sections, pages, guides] = await Promise.all([
      Promise.all(typedKeys(lists).map((list) => section(context, list))),
      perform(browsePages, context, {}),
      listGuides(),
    ]);
    const written = pages.data.map(({ title, url }) => itemLine({ name: title, url, note: null }));
    return `# ${plain(name)}

> ${plain(description) || text.description}

${text.intro(origin)}

## ${text.documents}

- [${text.authorization.title}](${origin}/auth.md): ${text.authorization.about}
- [${text.skill.title}](${origin}/skill.md): ${text.skill.about}
- [${text.prices.title}](${origin}/pricing.md): ${text.prices.about}
- [${text.api.title}](${origin}/openapi.json): ${text.api.about}
- [${text.reference.title}](${origin}/docs/api.md): ${text.reference.about}
- [${text.events.title}](${origin}/docs/api/webhooks.md): ${text.events.about}
- [${text.memberApi.title}](${origin}/docs/member-api.md): ${text.memberApi.about}
- [${text.errors.title}](${origin}/docs/errors.md): ${text.errors.about}
${sections.join("")}${written.length > 0 ? `\n## ${text.pages}\n\n${written.join("\n")}\n` : ""}
## Optional

- [${text.overview}](${origin}/docs.md)
${guides.map((guide) => `- [${guide.title}](${origin}${guide.path}.md): ${brief(guide.description)}`).join("\n")}
`;
  };

async function section(context: RequestContext, list: ListName): Promise<string> {
  const { llms: text, none, lists: headings } = textOf(context.site);
  const { items, total = items.length } = await lists[list].read(context, {
    limit: maxItems[list],
    includeTotal: true,
  });
  if (items.length === 0) return list === "courses" ? `\n## ${headings.courses}\n\n${none}\n` : "";
  const left = total - items.length;
  const address = `${context.site.origin}/${list}.md`;
  const last = left > 0 ? `\n- [${text.all(total)}](${address}): ${text.left(left)}` : "";
  return `\n## ${headings[list]}\n\n${items.map(itemLine).join("\n")}${last}\n`;
}
