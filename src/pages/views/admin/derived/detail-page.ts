import { html, raw } from "hono/html";

import { fromWire } from "#lib/wire/names.ts";

import { dangerousActs } from "../../../admin/derived/dangerous-acts.ts";
import { type Field, isLong } from "../../../admin/derived/fields.ts";
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
import { linked } from "../parts/linked-name.ts";
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
  /** The page above `back`, if that has no section of its own. */
  above?: readonly [href: string, name: string] | undefined;
  notice: Notice | undefined;
  fields: readonly Field[];
  /** Fields for programs, closed. */
  rest: readonly Field[];
  wire: Readonly<Record<string, unknown>>;
  shown: Omit<Shown, "page">;
  /** The address of its public page. */
  site: string | undefined;
  /** The address of the image that the resource is. */
  picture?: string | undefined;
  /** The address of the file that the resource has made. */
  download?: string | undefined;
  actions: readonly { act: string; label: string; href: string; isFirst?: boolean }[];
  panels: readonly Panel[];
  /** Parts that a page with a route of its own shows above the facts, and at the side. */
  lead?: Markup | undefined;
  aside: readonly Markup[];
  head?: Markup | undefined;
  related: readonly { label: string; href: string }[];
  history: readonly { action: string; who: string; href: string | undefined; at: Date }[] | undefined;
}

/** One resource: its substance, and facts and history at the side. */
export const derivedDetail = (page: AdminPage, view: DetailPage): string => {
  const { derived: text } = textFor(page.locale).admin;
  const fields = view.fields.filter((field) => !isAbove(view, field));
  const substance = fields.filter((field) => isSubstance(field));
  const facts = fields.filter((field) => !isSubstance(field));
  const hasMain = view.panels.length > 0 || substance.some(({ name }) => hasValue(view.wire[name]));
  return adminLayout(page, {
    title: view.title,
    links: html`${view.head} ${view.notice !== undefined && islandHead(page)}`,
    parent: view.back,
    above: view.above,
    content: html`${view.notice !== undefined && notice(text.form[view.notice])}
      <div class="head-of-list">
        <h1>${foreign(view.title)} ${statusOf(page, view)}</h1>
        ${actions(page, view)}
      </div>
      <div class="two-columns">
        <div>
          ${view.picture !== undefined && html`<p><img class="picture-of-one" src="${view.picture}" alt="${view.title}" /></p>`}
          ${view.lead}
          <dl class="entries stacked facts-of-one">
            ${(hasMain ? substance : facts).map((field) => fact(page, view, field))}
          </dl>
          ${view.panels.map((panel) => panelView(page, panel))}
        </div>
        <div class="side-of-one">
          ${view.aside}
          ${
            hasMain &&
            html`<section aria-labelledby="facts">
              <h2 id="facts">${text.detail.facts}</h2>
              <dl class="entries stacked">${facts.map((field) => fact(page, view, field))}</dl>
            </section>`
          }
          ${related(page, view)} ${history(page, view)} ${programs(page, view)}
        </div>
      </div>
      ${graveActions(page, view.actions)}`,
  });
};

const statusField = "status";

/** The heading says the name and the status, and a link leads to the public page. */
const isAbove = ({ title, site, wire }: DetailPage, { name }: Field): boolean =>
  name === statusField || wire[name] === title || (name === "url" && site !== undefined);

const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

/** Texts and parts of a resource, which need the width. Other fields are facts. */
function isSubstance({ name, control }: Field): boolean {
  if (control.kind === "text") return control.form !== undefined || isLong(name, control);
  return ["lines", "rows", "group", "variants", "json", "pairs"].includes(control.kind);
}

const statusOf = (page: AdminPage, { fields, wire, shown }: DetailPage): Markup => {
  const field = fields.find(({ name }) => name === statusField);
  return (field && showValue({ ...shown, page }, field, wire[statusField])) ?? raw("");
};

/** The first action stands at the end, in the corner of the page. */
const actions = (page: AdminPage, { actions: list, site, download }: DetailPage): Markup => {
  const { detail: text } = textFor(page.locale).admin.derived;
  const usual = list
    .filter(({ act }) => !dangerousActs.has(act))
    .toSorted((one, other) => Number(one.isFirst ?? false) - Number(other.isFirst ?? false));
  if (usual.length === 0 && site === undefined && download === undefined) return raw("");
  return html`<ul class="acts" aria-label="${text.actions}">
    ${
      site !== undefined &&
      html`<li>
        <a class="button secondary" href="${site}" target="_blank" rel="noopener"
          >${text.view} <span aria-hidden="true">↗</span></a
        >
      </li>`
    }
    ${usual.map(({ label, href, isFirst }) => html`<li><a class="button ${isFirst === true ? "primary" : "secondary"}" href="${href}">${label}</a></li>`)}
    ${download !== undefined && html`<li><a class="button primary" href="${download}" rel="noreferrer">${text.download}</a></li>`}
  </ul>`;
};

/** Actions that end access or cannot be undone: at the end, in a section of their own. */
export const graveActions = (page: AdminPage, list: DetailPage["actions"]): Markup => {
  const { detail: text } = textFor(page.locale).admin.derived;
  const grave = list.filter(({ act }) => dangerousActs.has(act));
  return grave.length === 0
    ? raw("")
    : html`<section class="grave-acts" aria-labelledby="grave-acts">
        <h2 id="grave-acts">${text.grave}</h2>
        <ul class="acts">
          ${grave.map(({ label, href }) => html`<li><a class="button danger" href="${href}">${label}</a></li>`)}
        </ul>
      </section>`;
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
      table !== undefined &&
      (table.rows.length === 0
        ? html`<p class="soft">${text.list.none}</p>`
        : tableView(page, table, { caption: heading }))
    }
    <ul class="acts">
      ${create !== undefined && html`<li><a class="button secondary" href="${create.href}">${create.label}</a></li>`}
      ${
        address !== undefined &&
        html`<li>
          <a href="${address}"
            >${fillPlain(table === undefined ? text.detail.open : text.detail.more, { name: page.locale === "en" ? heading.toLowerCase() : heading })}</a
          >
        </li>`
      }
    </ul>
  </section>`;
};

const related = (page: AdminPage, { related: links }: DetailPage): Markup =>
  links.length === 0
    ? raw("")
    : html`<section aria-labelledby="related">
        <h2 id="related">${textFor(page.locale).admin.derived.detail.related}</h2>
        <ul class="acts">
          ${links.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}
        </ul>
      </section>`;

const history = (page: AdminPage, { history: entries }: DetailPage): Markup => {
  if (entries === undefined) return raw("");
  const { derived, auditLog } = textFor(page.locale).admin;
  const phrases: Readonly<Record<string, string>> = auditLog.actions;
  return html`<section aria-labelledby="history">
    <h2 id="history">${derived.detail.history}</h2>
    ${
      entries.length === 0
        ? html`<p class="soft">${derived.detail.noHistory}</p>`
        : html`<ul class="events-of-one">
            ${entries.map(
              ({ action, who, href, at }) =>
                html`<li>
                  ${phrases[action] ?? action}
                  <span class="soft">${who === "" ? "" : linked(href, who)} ${timestamp(page, at)}</span>
                </li>`,
            )}
          </ul>`
    }
    <p class="ways"><a href="${adminSections.auditLog.path}">${derived.detail.wholeHistory}</a></p>
  </section>`;
};
