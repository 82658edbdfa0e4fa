import { html, raw } from "hono/html";

import { fromWire } from "#lib/wire/names.ts";

import type { Field } from "../../../admin/derived/fields.ts";
import type { Notice } from "../../../admin/derived/after-write.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fieldLabel } from "../../../text/fields/texts.ts";
import { timestamp } from "../../parts/dates.ts";
import { notice } from "../../parts/fields.ts";
import { listEntry } from "../../parts/list-entry.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { islandHead } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { type Table, tableView } from "./table.ts";
import { type Shown, showValue } from "./value.ts";

/** A list that belongs to a resource: its first entries. A panel without a table leads to a page of one value. */
export interface Panel {
  heading: string;
  /** The page with all of it; undefined if the panel shows all. */
  address: string | undefined;
  table: Table | undefined;
  create: { href: string; label: string } | undefined;
}

export interface DetailPage {
  title: string;
  back: readonly [href: string, name: string];
  notice: Notice | undefined;
  fields: readonly Field[];
  /** Fields for programs, closed. */
  rest: readonly Field[];
  wire: Readonly<Record<string, unknown>>;
  shown: Omit<Shown, "page">;
  /** The address of its public page. */
  site: string | undefined;
  actions: readonly { label: string; href: string; isFirst: boolean }[];
  panels: readonly Panel[];
  related: readonly { label: string; href: string }[];
  history: readonly { action: string; who: string; at: Date }[] | undefined;
}

/** One resource. */
export const derivedDetail = (page: AdminPage, view: DetailPage): string => {
  const { derived: text } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: view.title,
    links: view.notice === undefined ? raw("") : islandHead(page),
    content: html`${view.notice === undefined ? raw("") : notice(text.form[view.notice])}
      <p class="back"><a href="${view.back[0]}">${view.back[1]}</a></p>
      <h1>${foreign(view.title)}</h1>
      ${actions(page, view)}
      <dl class="entries facts-of-one">${view.fields.map((field) => fact(page, view, field))}</dl>
      ${programs(page, view)} ${view.panels.map((panel) => panelView(page, panel))} ${related(page, view)}
      ${history(page, view)}`,
  });
};

const actions = (page: AdminPage, { actions: list, site }: DetailPage): Markup => {
  const { detail: text } = textFor(page.locale).admin.derived;
  if (list.length === 0 && site === undefined) return raw("");
  const sorted = list.toSorted((one, other) => Number(other.isFirst) - Number(one.isFirst));
  return html`<ul class="acts" aria-label="${text.actions}">
    ${sorted.map(({ label, href, isFirst }) => html`<li><a class="button ${isFirst ? "primary" : "secondary"}" href="${href}">${label}</a></li>`)}
    ${site === undefined ? raw("") : html`<li><a href="${site}">${text.view}</a></li>`}
  </ul>`;
};

const fact = (page: AdminPage, { wire, shown }: DetailPage, field: Field): Markup => {
  const value = showValue({ ...shown, page }, field, wire[field.name]);
  return value === undefined
    ? raw("")
    : listEntry(fieldLabel(page.locale, `${shown.texts}.${fromWire(field.name)}`), value);
};

const programs = (page: AdminPage, view: DetailPage): Markup => {
  const entries = view.rest.filter(
    ({ name }) =>
      showValue(
        { ...view.shown, page },
        { name, control: { kind: "json" }, isRequired: false, isNullable: true },
        view.wire[name],
      ) !== undefined,
  );
  if (entries.length === 0) return raw("");
  const value = ({ name, control }: Field) =>
    name === "id"
      ? html`<code>${String(view.wire[name])}</code>`
      : (showValue({ ...view.shown, page }, { name, control, isRequired: false, isNullable: true }, view.wire[name]) ??
        html`–`);
  return html`<details class="rare">
    <summary>${textFor(page.locale).admin.derived.form.rare}</summary>
    <dl class="entries">
      ${entries.map((field) => listEntry(fieldLabel(page.locale, `${view.shown.texts}.${fromWire(field.name)}`), value(field)))}
    </dl>
  </details>`;
};

/** A list of a panel, with the link to all of it and the button for a new entry. */
export const panelView = (page: AdminPage, { heading, address, table, create }: Panel): Markup => {
  const { derived: text } = textFor(page.locale).admin;
  return html`<section class="panel">
    <h2>${heading}</h2>
    ${
      table === undefined
        ? raw("")
        : table.rows.length === 0
          ? html`<p class="soft">${text.list.none}</p>`
          : tableView(page, table, { caption: heading })
    }
    <ul class="acts">
      ${create === undefined ? raw("") : html`<li><a class="button secondary" href="${create.href}">${create.label}</a></li>`}
      ${
        address === undefined
          ? raw("")
          : html`<li>
              <a href="${address}"
                >${fillPlain(text.detail.more, { name: page.locale === "en" ? heading.toLowerCase() : heading })}</a
              >
            </li>`
      }
    </ul>
  </section>`;
};

const related = (page: AdminPage, { related: links }: DetailPage): Markup =>
  links.length === 0
    ? raw("")
    : html`<h2>${textFor(page.locale).admin.derived.detail.related}</h2>
        <ul class="acts">
          ${links.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}
        </ul>`;

const history = (page: AdminPage, { history: entries }: DetailPage): Markup => {
  if (entries === undefined) return raw("");
  const { derived, auditLog } = textFor(page.locale).admin;
  const phrases: Readonly<Record<string, string>> = auditLog.actions;
  return html`<h2>${derived.detail.history}</h2>
    ${
      entries.length === 0
        ? html`<p class="soft">${derived.detail.noHistory}</p>`
        : html`<ul class="dashes">
            ${entries.map(
              ({ action, who, at }) =>
                html`<li>
                  ${phrases[action] ?? action}
                  <span class="soft">${who === "" ? "" : foreign(who)} ${timestamp(page, at)}</span>
                </li>`,
            )}
          </ul>`
    }
    <p class="ways"><a href="${adminSections.auditLog.path}">${derived.detail.wholeHistory}</a></p>`;
};
