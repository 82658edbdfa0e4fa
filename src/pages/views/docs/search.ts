import { html } from "hono/html";
import type { Group, Result } from "../../docs/search/find.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { docsLayout, type DocsPage } from "./layout.ts";

/** GET /docs/search?q=…: results by kind. */
export const searchPage = (page: DocsPage, query: string, groups: readonly Group[]): string => {
  const { search: text } = textFor(page.locale).docs;
  return docsLayout(page, {
    title: query === "" ? text.title : `${query}: ${text.title}`,
    content: html`<h1>${text.title}</h1>
      ${searchForm(page, query)} ${groups.map(({ kind, results }) => group(text.kinds[kind], results))}
      ${groups.length <= 0 && html`<p class="prose after">${query === "" ? text.how : text.nothing}</p>`}`,
  });
};

/** The form that searches the documentation, on its first page and on the results. */
export const searchForm = (page: DocsPage, query = ""): Markup => {
  const { search: text } = textFor(page.locale).docs;
  return html`<form method="get" action="/docs/search" role="search" class="find">
    <label for="q">${text.label}</label>
    <div>
      <input id="q" name="q" type="search" maxlength="100" value="${query}" /><button class="button">
        ${text.find}
      </button>
    </div>
  </form>`;
};

const group = (title: string, results: readonly Result[]): Markup =>
  html`<h2>${title}</h2>
    <ul class="topics" lang="en">
      ${results.map(
        ({ kind, path, title, context, excerpt }) =>
          html`<li>
            <a href="${path}">${kind === "guides" || kind === "operations" ? title : html`<code>${title}</code>`}</a>
            ${context !== "" && html`<p class="soft">${context}</p>`} ${excerpt !== "" && html`<p>${excerpt}</p>`}
          </li>`,
      )}
    </ul>`;
