import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import type { ErrorReference } from "../../text/error-reference/error-reference.ts";
import { docsLayout, type DocsPage } from "../docs/layout.ts";
import { fill, foreign, type Markup, withCode } from "../parts/markup.ts";

/** GET /docs/errors/{code}: meaning and fix of an error. */
export const errorReference = (page: DocsPage, entry: ErrorReference): string => {
  const { reference: text } = textFor(page.locale);
  return docsLayout(page, {
    title: entry.code,
    content: html`<p class="folio"><code>${entry.code}</code></p>
      <h1 lang="en">${entry.title}</h1>
      <h2>${text.meaning}</h2>
      <p class="prose" lang="en">${withCode(entry.meaning)}</p>
      <h2>${text.fix}</h2>
      <ul class="steps dashes" lang="en">
        ${entry.fix.map((step) => html`<li>${withCode(step)}</li>`)}
      </ul>
      <dl class="entries">
        <div class="entry">
          <dt>${text.answered}</dt>
          <dd lang="en">${withCode(entry.answered)}</dd>
        </div>
        <div class="entry">
          <dt>${text.specification}</dt>
          <dd>
            <ul class="inline" lang="en">
              ${entry.specification.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}
            </ul>
          </dd>
        </div>
      </dl>
      <p class="after"><a class="button secondary" href="/docs/errors">${text.all}</a></p>`,
  });
};

export const errorGroups = ["oauth", "registration", "resource", "operator"] as const;

/** GET /docs/errors: all errors, grouped. */
export const errorIndex = (page: DocsPage, entries: readonly ErrorReference[]): string => {
  const { reference: text } = textFor(page.locale);
  return docsLayout(page, {
    title: text.title,
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${errorGroups.map((group) => section(text.group[group], group, entries))}`,
  });
};

const section = (title: string, group: ErrorReference["group"], all: readonly ErrorReference[]): Markup => {
  const entries = all.filter((entry) => entry.group === group);
  if (entries.length === 0) return raw("");
  return html`<section aria-labelledby="${group}">
    <h2 id="${group}">${title}</h2>
    <ul class="references" lang="en">
      ${entries.map(
        ({ code, title }) =>
          html`<li>
            <a href="/docs/errors/${code}"><code>${code}</code> <span class="soft">${title}</span></a>
          </li>`,
      )}
    </ul>
  </section>`;
};
