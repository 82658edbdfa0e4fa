import { addressOfIsland } from "../../islands/islands.ts";
import { html, raw } from "hono/html";
import type { DocumentEntry, ServedDocument } from "../../docs/documents.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { docsLayout, type DocsPage } from "./layout.ts";

/** Headings above which a page lists its sections. */
const maxUnlisted = 2;

/** GET /docs/guides/{name}, /docs/reference/{name}. */
export const documentPage = (
  page: DocsPage,
  { title, description, headings, content }: ServedDocument,
  [previous, next]: readonly (DocumentEntry | undefined)[],
): string => {
  const { docs: text } = textFor(page.locale);
  return docsLayout(page, {
    title,
    description,
    scripts: [addressOfIsland("docs-copy")],
    content: html`<h1 lang="en">${title}</h1>
      ${
        headings.length > maxUnlisted &&
        html`<nav class="page-contents" aria-label="${text.contents}">
          <p aria-hidden="true">${text.contents}</p>
          <ul lang="en">
            ${headings.map(({ id, text: heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}
          </ul>
        </nav>`
      }
      <div class="doc" lang="en" data-copy-label="${text.copy}" data-copied="${text.copied}">${raw(content)}</div>
      <nav class="turn" aria-label="${text.pager}">${turn(text.previous, previous)} ${turn(text.next, next)}</nav>`,
  });
};

const turn = (label: string, entry: DocumentEntry | undefined): Markup =>
  entry === undefined
    ? raw("")
    : html`<p><span class="soft">${label}</span> <a href="${entry.path}" lang="en">${entry.title}</a></p>`;
