import { addressOfIsland } from "../../../islands/islands.ts";
import { html, raw } from "hono/html";
import {
  type ApiEvent,
  type ApiReference,
  type ApiTag,
  type EventEntry,
  type Found,
  type OperationEntry,
  titleOf,
} from "../../../docs/api/reference.ts";
import { postmanPath } from "../../../docs/api/postman.ts";
import type { Schema } from "../../../docs/api/schema.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup, withCode } from "../../parts/markup.ts";
import { docsLayout, type DocsPage } from "../layout.ts";
import { searchForm } from "../search.ts";
import { schemaFields } from "./schema.ts";

/** GET /docs/api: search, and all operations by tag. */
export const apiIndex = (page: DocsPage, { tags }: ApiReference, query: string, found: Found | undefined): string => {
  const { docs: text } = textFor(page.locale);
  const { reference } = text;
  return docsLayout(page, {
    title: text.api,
    description: fillPlain(reference.intro, { site: page.site.name }),
    content: html`<h1>${text.api}</h1>
      <p class="lead">${fill(reference.intro, { site: foreign(page.site.name) })}</p>
      ${page.isExport ? searchForm(page) : searchOfApi(page, query)} ${found ? results(page, found) : all(page, tags)}
      <p class="aside after">
        <a href="/openapi.json">${reference.openapi}</a> · <a href="${postmanPath}">${reference.postman}</a> ·
        <a href="/docs/reference/money">${reference.money}</a>
      </p>`,
  });
};

const searchOfApi = ({ locale }: DocsPage, query: string): Markup => {
  const { reference } = textFor(locale).docs;
  return html`<form method="get" action="/docs/api" role="search" class="find">
    <label for="q">${reference.search}</label>
    <div>
      <input id="q" name="q" type="search" maxlength="100" value="${query}" /><button class="button">
        ${reference.find}
      </button>
    </div>
  </form>`;
};

const results = (page: DocsPage, { operations, events }: Found): Markup => {
  const { reference } = textFor(page.locale).docs;
  return html`<h2>${reference.found}</h2>
    ${
      operations.length + events.length === 0
        ? html`<p class="prose">${reference.nothing}</p>`
        : html`${operations.length > 0 && operationList(operations)}
          ${
            events.length > 0 &&
            html`<h3>${reference.events}</h3>
              ${eventList(events)}`
          }`
    }`;
};

const all = (page: DocsPage, tags: ApiReference["tags"]): Markup => {
  const { reference } = textFor(page.locale).docs;
  return html`<ul class="topics">
    <li>
      <a href="/docs/api/webhooks">${reference.events}</a>
      <p class="soft">${reference.eventsAbout}</p>
    </li>
    ${[...tags.values()].map(
      ({ name, description, operations }) =>
        html`<li>
          <a href="/docs/api/tags/${name}" lang="en">${titleOf(name)}</a>
          <span class="count">${fill(reference.count, { count: String(operations.length) })}</span>
          <p class="soft" lang="en">${withCode(description)}</p>
        </li>`,
    )}
  </ul>`;
};

/** GET /docs/api/tags/{tag}. */
export const apiTag = (page: DocsPage, { name, description, operations }: ApiTag): string => {
  const title = titleOf(name);
  return docsLayout(page, {
    title,
    description,
    content: html`${crumbs(page)}
      <h1 lang="en">${title}</h1>
      <p class="lead" lang="en">${withCode(description)}</p>
      ${operationList(operations)}`,
  });
};

/** GET /docs/api/webhooks. */
export const apiEvents = (page: DocsPage, events: readonly EventEntry[]): string => {
  const { reference } = textFor(page.locale).docs;
  return docsLayout(page, {
    title: reference.events,
    description: reference.eventsAbout,
    content: html`${crumbs(page)}
      <h1>${reference.events}</h1>
      <p class="lead">${reference.eventsAbout}</p>
      ${eventList(events)}`,
  });
};

/** GET /docs/api/webhooks/{type}. `example`: the rendered payload. */
export const apiEvent = (page: DocsPage, event: ApiEvent, example: string): string => {
  const { docs: text } = textFor(page.locale);
  const { reference } = text;
  const { name, summary, description, envelope, object } = event;
  return docsLayout(page, {
    title: name,
    description: summary,
    scripts: [addressOfIsland("docs-copy")],
    content: html`${crumbs(page, { path: "/docs/api/webhooks", title: reference.events })}
      <h1><code>${name}</code></h1>
      <p class="lead" lang="en">${summary}. ${withCode(description)}</p>
      <div class="doc" data-copy-label="${text.copy}" data-copied="${text.copied}">
        <h2>${reference.example}</h2>
        ${raw(example)}
        <h2>${reference.content}</h2>
        ${schemaFields(page, envelope)}
        ${
          object &&
          html`<h2><code>data.object</code></h2>
            ${object.name !== "" && html`<p><a href="/docs/api/schemas/${object.name}" lang="en">${object.name}</a></p>`}
            ${schemaFields(page, object.schema)}`
        }
      </div>`,
  });
};

/** GET /docs/api/schemas/{name}. */
export const apiSchema = (page: DocsPage, { name, schema }: { name: string; schema: Schema }): string => {
  const { reference } = textFor(page.locale).docs;
  return docsLayout(page, {
    title: name,
    content: html`${crumbs(page)}
      <p class="folio">${reference.schema}</p>
      <h1 lang="en">${name}</h1>
      ${schema.description !== undefined && html`<p class="lead" lang="en">${withCode(schema.description)}</p>`}
      ${name === "Money" && html`<p class="prose after"><a href="/docs/reference/money">${reference.money}</a></p>`}
      <div class="doc">${schemaFields(page, schema)}</div>`,
  });
};

/** Links to the pages above. */
const crumbs = (page: DocsPage, parent?: { path: string; title: string; isEnglish?: boolean }): Markup => {
  const { docs: text } = textFor(page.locale);
  return html`<p class="aside above">
    <a href="/docs/api">${text.api}</a>
    ${parent && html`/ <a href="${parent.path}" ${parent.isEnglish && raw('lang="en"')}>${parent.title}</a>`}
  </p>`;
};

export const tagCrumbs = (page: DocsPage, tag: string): Markup =>
  crumbs(page, { path: `/docs/api/tags/${tag}`, title: titleOf(tag), isEnglish: true });

const operationList = (operations: readonly OperationEntry[]): Markup =>
  html`<ul class="topics" lang="en">
    ${operations.map(
      ({ id, method, path, summary }) =>
        html`<li>
          <a href="/docs/api/operations/${id}">${summary}</a>
          <p class="endpoint">${endpoint(method, path)}</p>
        </li>`,
    )}
  </ul>`;

const eventList = (events: readonly EventEntry[]): Markup =>
  html`<ul class="topics" lang="en">
    ${events.map(
      ({ name, summary }) =>
        html`<li>
          <a href="/docs/api/webhooks/${name}"><code>${name}</code></a>
          <p class="soft">${summary}</p>
        </li>`,
    )}
  </ul>`;

export const endpoint = (method: string, path: string): Markup =>
  html`<b class="method">${method}</b> <code>${path}</code>`;
