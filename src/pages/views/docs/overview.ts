import { html, raw } from "hono/html";
import type { DocumentEntry } from "../../docs/documents.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { docsLayout, type DocsPage } from "./layout.ts";
import { searchForm } from "./search.ts";

/** GET /docs: every document with its first sentence. */
export const docsOverview = (page: DocsPage): string => {
  const { docs: text } = textFor(page.locale);
  const { start, guides, reference, operate } = page.documents;
  return docsLayout(page, {
    title: text.title,
    description: fillPlain(text.intro, { site: page.site.name }),
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${searchForm(page)} ${topics(text.groups.start, start)} ${topics(text.groups.guides, guides)}
      ${topics(
        text.groups.reference,
        reference,
        html`${topic({ path: "/docs/api", title: text.api, description: text.apiAbout }, false)}
        ${topic({ path: "/docs/member-api", title: text.memberApi, description: text.memberApiAbout }, false)}
        ${topic({ path: "/docs/errors", title: text.errors, description: text.errorsAbout }, false)}
        ${topic({ path: "/docs/changelog", title: text.changelog, description: text.changelogAbout }, false)}`,
      )}
      ${topics(text.groups.operate, operate)}`,
  });
};

const topics = (title: string, entries: readonly DocumentEntry[], first: Markup = raw("")): Markup =>
  html`<h2>${title}</h2>
    <ul class="topics">
      ${first} ${entries.map((entry) => topic(entry, true))}
    </ul>`;

const topic = ({ path, title, description }: DocumentEntry, isEnglish: boolean): Markup =>
  html`<li ${isEnglish && raw('lang="en"')}>
    <a href="${path}">${title}</a>
    <p class="soft">${description}</p>
  </li>`;
