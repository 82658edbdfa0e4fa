import { html } from "hono/html";
import { readCss } from "#lib/css/read-css.ts";

import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import { badge } from "../parts/badge.ts";
import { button, checkbox, field, notice, problem } from "../parts/fields.ts";
import { listEntry } from "../parts/list-entry.ts";
import type { Markup } from "../parts/markup.ts";
import type { PageContext } from "../parts/page-context.ts";
import { colorsOf, dark, light, spaces, typeScale } from "./tokens.ts";

const statuses = ["accent", "green", "amber", "red"] as const;

/** Shows both color schemes on one page, whatever the system of the visitor prefers. */
export const schemesStyle = `
.in-light { color-scheme: light; ${colorsOf(light)} }
.in-dark { color-scheme: dark; ${colorsOf(dark)} }
${readCss(import.meta.dirname, "samples")}
${typeScale.map((size) => `.size-${size} { font-size: var(--t${size}); }`).join("\n")}
${spaces.map((space) => `.space-${space} { width: var(--s${space}); height: 1rem; background: var(--accent-text); }`).join("\n")}
${light.neutral.map((_, index) => `.neutral-${index + 1} { background: var(--n${index + 1}); color: var(--n${index < 8 ? 12 : 1}); }`).join("\n")}
${statuses.map((name) => `.status-${name} { border-color: var(--${name}-border); background: var(--${name}-fill); color: var(--${name}-text); }`).join("\n")}
`;

/** GET /dev/styles: samples of all tokens and parts, for people who change them. */
export const stylesPage = (page: PageContext): string => {
  const { console: text } = textFor(page.locale).admin;
  return layout(page, {
    title: text.styles,
    width: "admin",
    links: html`<link rel="stylesheet" href="/dev/styles.css" />`,
    content: html`<h1>${text.styles}</h1>
      ${(["light", "dark"] as const).map(
        (scheme) => html`<div class="console samples in-${scheme}">${samples(page, scheme)}</div>`,
      )}`,
  });
};

const row = (content: Markup): Markup => html`<div class="row-of-samples">${content}</div>`;

const samples = (page: PageContext, scheme: string): Markup => {
  const { frame, admin } = textFor(page.locale);
  const { form, list, detail } = admin.derived;
  return html`
    ${row(html`${typeScale.map((size) => html`<span class="size-${size}">${size} ${frame.account}</span>`)}`)}
    ${row(html`${spaces.map((space) => html`<span class="space-${space}" title="${space}"></span>`)}`)}
    ${row(html`${light.neutral.map((_, index) => html`<span class="swatch neutral-${index + 1}">${index + 1}</span>`)}`)}
    ${row(html`${statuses.map((name) => html`<span class="swatch status-${name}"><code>${name}</code></span>`)}`)}
    ${row(html`${(["primary", "secondary", "danger", "plain"] as const).map((look) => button(form.save, { look }))}`)}
    ${row(
      html`${field({ id: `email-${scheme}`, name: "email", type: "email", label: frame.account, autocomplete: "off" })}
      ${checkbox({ name: `check-${scheme}`, label: detail.yes, checked: true })}`,
    )}
    ${row(html`${["active", "pending", "failed", "draft"].map((value) => badge(value, value))}`)} ${notice(form.saved)}
    ${problem(`problem-${scheme}`, form.problems)}
    <div class="wide-table">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">${form.file}</th>
            <th scope="col" class="number">${form.amount}</th>
          </tr>
        </thead>
        <tbody>
          ${[1204, 36].map(
            (amount) =>
              html`<tr>
                <th scope="row"><a href="#content">${form.file} ${amount}</a></th>
                <td class="number">${amount}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <dl class="entries stacked">${listEntry(form.date, detail.no)}</dl>
    ${row(html`<div class="toast">${form.saved}</div>`)}
    <div class="empty">
      <p>${list.none}</p>
      ${button(form.create, { look: "primary" })}
    </div>
    ${row(html`<div class="palette"><p>${form.confirm}</p></div>`)}
    ${["", "", ""].map(() => html`<p><span class="skeleton"></span></p>`)}
  `;
};
