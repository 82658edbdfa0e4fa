import { html, raw } from "hono/html";
import type { DocumentGroup } from "../../docs/contents.ts";
import { docsStyle } from "../../docs/docs-style.ts";
import type { DocumentList } from "../../docs/documents.ts";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import type { Markup } from "../parts/markup.ts";

/** Context of the pages of the documentation: the documents, the path of the page and of its Markdown version. `isExport`: the page becomes a file. */
export type DocsPage = PageContext & { documents: DocumentList; path: string; markdown?: string; isExport?: boolean };

export interface DocsSheet {
  title: string;
  description?: string;
  /** Addresses of modules that add to the page. Undefined: there is no build and no compiler. */
  scripts?: readonly (string | undefined)[];
  content: Markup;
}

/** Layout of the documentation: navigation beside the content, or above it on small screens. */
export const docsLayout = (page: DocsPage, { title, description, scripts = [], content }: DocsSheet): string => {
  const { markdown } = page;
  return layout(page, {
    title,
    width: "docs",
    // A file does not know the address at which a website serves it.
    isFile: page.isExport === true,
    links: html`${!page.isExport && html`<link rel="canonical" href="${page.site.origin}${page.path}" />`}
      ${description !== undefined && html`<meta name="description" content="${description}" />`}
      ${markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdown}" />`}
      <link rel="stylesheet" href="${docsStyle.path}" />
      ${scripts.map((path) => path !== undefined && html`<script type="module" src="${path}"></script>`)}`,
    beside: navigation(page),
    content: html`${content} ${markdown !== undefined && markdownLink(page, markdown)}`,
  });
};

const markdownLink = (page: DocsPage, path: string): Markup =>
  html`<p class="aside after"><a href="${path}">${textFor(page.locale).docs.markdown}</a></p>`;

/** Rendered twice, with one visible: collapsed above the content on small screens. */
const navigation = (page: DocsPage): Markup => {
  const { docs: text } = textFor(page.locale);
  return html`<details class="sections-folded">
      <summary><span class="soft">${text.navigation}</span></summary>
      <nav aria-label="${text.navigation}">${groups(page)}</nav>
    </details>
    <nav class="sections" aria-label="${text.navigation}">${groups(page)}</nav>`;
};

interface Entry {
  path: string;
  title: string;
  isEnglish?: boolean;
}

const groups = (page: DocsPage): Markup => {
  const { docs: text } = textFor(page.locale);
  const listed: Record<DocumentGroup, readonly Entry[]> = {
    start: [
      { path: "/docs", title: text.overview },
      { path: "/docs/search", title: text.search.find },
      ...english(page, "start"),
    ],
    guides: english(page, "guides"),
    reference: [
      { path: "/docs/api", title: text.api },
      { path: "/docs/member-api", title: text.memberApi },
      { path: "/docs/errors", title: text.errors },
      ...english(page, "reference"),
    ],
    operate: english(page, "operate"),
  };
  return html`${(["start", "guides", "reference", "operate"] as const).map(
    (group) =>
      html`<p class="group">${text.groups[group]}</p>
        <ul>
          ${listed[group].map((entry) => html`<li>${link(page, entry)}</li>`)}
        </ul>`,
  )}`;
};

const english = ({ documents }: DocsPage, group: DocumentGroup): Entry[] =>
  documents[group].map(({ path, title }) => ({ path, title, isEnglish: true }));

const link = (page: DocsPage, { path, title, isEnglish = false }: Entry): Markup => {
  const isHere = path === page.path || (path !== "/docs" && page.path.startsWith(`${path}/`));
  const current = isHere ? raw(` aria-current="${path === page.path ? "page" : "true"}"`) : raw("");
  return html`<a href="${path}" ${isEnglish && raw('lang="en"')} ${current}>${title}</a>`;
};
