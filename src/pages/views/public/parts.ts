import { html, raw } from "hono/html";
import { unrenderedHtml } from "#lib/markdown/unrendered.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { sanitizedHtml } from "../parts/sanitized-html.ts";
import { language } from "./cards.ts";
import type { PublicContext } from "./public-context.ts";
import type { Crumb } from "./structured-data.ts";

/** Sanitized HTML of an author, in its language. */
export const storedHtml = (text: string, lang?: string): Markup =>
  text === "" ? raw("") : html`<div class="text foreign" ${language(lang)}>${sanitizedHtml(text)}</div>`;

/** Rendered HTML of Markdown, or its source if it is not rendered yet. */
export const storedMarkdown = (text: string, rendered: string | null | undefined): Markup =>
  storedHtml(rendered ?? unrenderedHtml(text));

export const crumbTrail = (page: PublicContext, above: readonly Crumb[]): Markup => {
  const { list } = textFor(page.locale).public;
  return html`<nav class="crumbs" aria-label="${list.breadcrumbs}">
    <ol>
      ${above.map(({ name, path }) => html`<li><a href="${path}">${name}</a></li>`)}
    </ol>
  </nav>`;
};

/** Breadcrumbs of an item page. */
export const aboveOf = (page: PublicContext, kind: string, path: string): Crumb[] => [
  { name: textFor(page.locale).public.home, path: "/" },
  { name: kind, path },
];

/** Collapsible FAQ. `rendered` is the HTML of the answers, in order. */
export const answers = (
  items: readonly { question: string; answerMarkdown: string }[],
  rendered: readonly string[] | null,
): Markup =>
  html`<div class="answers">
    ${items.map(
      ({ question, answerMarkdown }, index) =>
        html`<details>
          <summary><bdi class="foreign">${question}</bdi></summary>
          ${storedMarkdown(answerMarkdown, rendered?.[index])}
        </details>`,
    )}
  </div>`;

/** Short list under a heading. Empty without items. */
export const lines = (heading: string, items: readonly string[], lang?: string): Markup =>
  items.length === 0
    ? raw("")
    : html`<section>
        <h2>${heading}</h2>
        <ul class="dashes prose" ${language(lang)}>
          ${items.map((item) => html`<li class="foreign">${item}</li>`)}
        </ul>
      </section>`;

/** Facts as names and values, without undefined ones. */
export const factList = (
  facts: readonly (readonly [name: string, value: string | Markup | null | undefined])[],
): Markup =>
  html`<dl class="factList">
    ${facts.flatMap(([name, value]) =>
      value === null || value === undefined || value === ""
        ? []
        : [
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
          ],
    )}
  </dl>`;

/** Lecturers with name and title. */
export const people = (
  heading: string,
  items: readonly { name: string; title: string | null; path: string | undefined }[],
): Markup =>
  items.length === 0
    ? raw("")
    : html`<section>
        <h2>${heading}</h2>
        <ul class="people">
          ${items.map(
            ({ name, title, path }) =>
              html`<li>
                ${path === undefined ? html`<bdi class="foreign">${name}</bdi>` : html`<a href="${path}"><bdi class="foreign">${name}</bdi></a>`}
                ${title && html`<p class="soft"><bdi>${title}</bdi></p>`}
              </li>`,
          )}
        </ul>
      </section>`;

/** Contact information for items that cannot be bought online. */
export const ask = ({ locale, shell }: PublicContext): Markup => {
  const { supportEmail } = shell.school;
  if (supportEmail === null) return raw("");
  const [before = "", behind = ""] = textFor(locale).public.price.ask.split("{mail}");
  return html`<p class="aside">
    ${before}<a class="foreign" href="mailto:${supportEmail}">${supportEmail}</a>${behind}
  </p>`;
};
