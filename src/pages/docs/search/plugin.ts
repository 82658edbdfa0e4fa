import type { FastifyInstance, FastifyRequest } from "fastify";
import { contextOf } from "#http/context.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { textFor } from "../../text/catalogue.ts";
import { searchPage } from "../../views/docs/search.ts";
import type { OpenDocsPage } from "../docs-page.ts";
import { readOnce } from "../read-once.ts";
import { sendDocsPage, sendMarkdown } from "../send.ts";
import { readEntries, type Sources } from "./entries.ts";
import { find, type Group, indexEntries, queryOf } from "./find.ts";

const here = "/docs/search";

/** GET /docs/search?q=…: guides, errors, operations, events and fields, as a page and as Markdown. */
export function searchPages(app: FastifyInstance, openDocsPage: OpenDocsPage, open: () => Promise<Sources>): void {
  // Read on the first search, because most processes never serve these pages.
  const openEntries = readOnce(async () => indexEntries(await readEntries(await open())));
  const search = async (request: FastifyRequest) => {
    const query = queryOf(asRecord(request.query)["q"]);
    return { query, groups: query === "" ? [] : find(await openEntries(), query) };
  };
  const asMarkdown = async (request: FastifyRequest, reply: Parameters<typeof sendMarkdown>[0]) => {
    const { origin } = contextOf(request).site;
    const { query, groups } = await search(request);
    return sendMarkdown(reply, markdownOf(query, groups, origin), `${origin}${here}`);
  };
  app.get(here, async (request, reply) => {
    const { query, groups } = await search(request);
    const page = await openDocsPage(request, reply);
    reply.header("x-robots-tag", "noindex");
    return sendDocsPage(reply, page, searchPage(page, query, groups));
  });
  app.get(`${here}.md`, asMarkdown);
  app.get(here, { constraints: { reads: "markdown" } }, asMarkdown);
}

function markdownOf(query: string, groups: readonly Group[], origin: string): string {
  const { search: text } = textFor("en").docs;
  const parts = groups.map(({ kind, results }) => {
    const lines = results.map(({ path, title, context, excerpt }) => {
      const [page = "", anchor] = path.split("#");
      const address = `${origin}${page}.md${anchor === undefined ? "" : `#${anchor}`}`;
      return `- [${title}](${address})${context === "" ? "" : ` (${context})`}${excerpt === "" ? "" : `: ${excerpt}`}`;
    });
    return `## ${text.kinds[kind]}\n\n${lines.join("\n")}\n`;
  });
  const heading = query === "" ? text.title : `${text.title}: ${query.replaceAll(/[^\p{L}\p{N} _.-]/gu, "")}`;
  const body = parts.length > 0 ? parts.join("\n") : `${query === "" ? text.how : text.nothing}\n`;
  return `# ${heading}\n\n${body}`;
}
