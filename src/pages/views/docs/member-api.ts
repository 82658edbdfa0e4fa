import { addressOfIsland } from "../../islands/islands.ts";
import { html, raw } from "hono/html";
import type { MemberApiExample } from "../../docs/member-api/examples.ts";
import {
  type MemberApiField,
  type MemberApiGroup,
  memberApiGroups,
  type MemberApiReference,
  type MemberApiType,
} from "../../docs/member-api/reference.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup, withCode } from "../parts/markup.ts";
import { docsLayout, type DocsPage } from "./layout.ts";

/** An example with its query and its command as HTML. */
export type RenderedExample = Pick<MemberApiExample, "id" | "title" | "query"> & { curl: string };

/** GET /docs/member-api: example queries, and all types of the schema. */
export const memberApiPage = (
  page: DocsPage,
  reference: MemberApiReference,
  examples: readonly RenderedExample[],
): string => {
  const { docs: text } = textFor(page.locale);
  const { memberReference } = text;
  return docsLayout(page, {
    title: text.memberApi,
    description: fillPlain(memberReference.intro, { site: page.site.name }),
    scripts: [addressOfIsland("docs-copy")],
    content: html`<h1>${text.memberApi}</h1>
      <p class="lead">${fill(memberReference.intro, { site: foreign(page.site.name) })}</p>
      <p class="prose">
        <a href="/docs/guides/member-api">${memberReference.guide}</a> ·
        <a href="/docs/member-api.graphql">${memberReference.sdl}</a>
      </p>
      <nav class="page-contents" aria-label="${text.contents}">
        <p aria-hidden="true">${text.contents}</p>
        <ul>
          <li><a href="#examples">${memberReference.examples}</a></li>
          ${memberApiGroups.map((group) => html`<li><a href="#${group}">${memberReference.groups[group]}</a></li>`)}
        </ul>
      </nav>
      <div class="doc" data-copy-label="${text.copy}" data-copied="${text.copied}">
        <h2 id="examples">${memberReference.examples}</h2>
        ${examples.map(exampleOf)}
      </div>
      ${memberApiGroups.map((group) => groupOf(page, group, reference.get(group) ?? []))}`,
  });
};

const exampleOf = ({ id, title, query, curl }: RenderedExample): Markup =>
  html`<h3 id="example-${id}" lang="en">${title}</h3>
    ${raw(query)}
    <details>
      <summary><span lang="en">curl</span></summary>
      ${raw(curl)}
    </details>`;

const groupOf = (page: DocsPage, group: MemberApiGroup, types: readonly MemberApiType[]): Markup =>
  html`<section class="doc">
    <h2 id="${group}">${textFor(page.locale).docs.memberReference.groups[group]}</h2>
    ${types.map((type) => typeOf(page, type))}
  </section>`;

const typeOf = (page: DocsPage, { name, description, fields }: MemberApiType): Markup =>
  html`<h3 id="${name}"><code>${name}</code></h3>
    ${description !== "" && html`<p lang="en">${withCode(description)}</p>`}
    ${fields.length !== 0 && fieldList(page, fields)}`;

const fieldList = (page: DocsPage, fields: readonly MemberApiField[]): Markup =>
  html`<ul class="fields">
    ${fields.map((field) => fieldLine(page, field))}
  </ul>`;

const fieldLine = (
  page: DocsPage,
  { name, description, type, fallback, arguments: inputs }: MemberApiField,
): Markup => {
  const { reference: text } = textFor(page.locale).docs;
  return html`<li>
    <p><code>${name}</code> ${type !== undefined && typeLink(type)}</p>
    ${description !== "" && html`<p lang="en">${withCode(description)}</p>`}
    ${fallback !== undefined && html`<p class="soft">${fill(text.fallback, { value: html`<code>${fallback}</code>` })}</p>`}
    ${inputs.length !== 0 && html`<div class="nested">${fieldList(page, inputs)}</div>`}
  </li>`;
};

/** `[Course!]!` with a link to the type. */
const typeLink = (type: string): Markup => {
  const [before = "", name = "", after = ""] = type.split(/(\w+)/);
  return html`<code class="soft">${before}<a href="#${name}">${name}</a>${after}</code>`;
};
