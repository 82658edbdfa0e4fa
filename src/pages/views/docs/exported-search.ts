import { html } from "hono/html";
import { kinds } from "../../docs/search/entry.ts";
import { limits, points } from "../../docs/search/scoring.ts";
import { addressOfIsland } from "../../islands/islands.ts";
import { stopWords } from "#lib/text/stop-words.ts";
import { textFor } from "../../text/catalogue.ts";
import { docsLayout, type DocsPage } from "./layout.ts";
import { searchForm } from "./search.ts";

/** The page of the search in an export. Its script reads the query from the address. */
export const exportedSearchPage = (page: DocsPage): string => {
  const { search: text } = textFor(page.locale).docs;
  const rules = { limits, points, stopWords: [...stopWords] };
  const named = Object.fromEntries(kinds.map((kind) => [kind, text.kinds[kind]]));
  return docsLayout(page, {
    title: text.title,
    scripts: [addressOfIsland("docs-search")],
    content: html`<h1>${text.title}</h1>
      ${searchForm(page)}
      <div
        id="found"
        role="status"
        data-kinds="${JSON.stringify(named)}"
        data-rules="${JSON.stringify(rules)}"
        data-nothing="${text.nothing}"
      >
        <p class="prose after">${text.how}</p>
        <noscript><p class="prose">${text.needsScript}</p></noscript>
        <a href="/docs/search-entries.json" hidden>JSON</a>
      </div>`,
  });
};
