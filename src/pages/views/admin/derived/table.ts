import { html, raw } from "hono/html";

import { fromWire } from "#lib/wire/names.ts";

import type { Field } from "../../../admin/derived/fields.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fieldLabel } from "../../../text/fields/texts.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";
import { type Shown, showValue } from "./value.ts";

export interface Table {
  /** The field whose value names a row. */
  naming: string;
  columns: readonly Field[];
  shown: Omit<Shown, "page">;
  rows: readonly Row[];
}

/** A small version of an image, or the format of another file. */
export interface Thumbnail {
  src: string | undefined;
  format: string;
}

interface Row {
  id: string;
  item: Readonly<Record<string, unknown>>;
  name: string;
  href: string | undefined;
  /** Beside the name of a file. */
  thumbnail?: Thumbnail | undefined;
  acts: readonly { label: string; href: string }[];
}

interface Options {
  caption: string;
  /** The address of the list in the order of a field, and its present direction. */
  sorted?: (name: string) => { href: string; direction: "ascending" | "descending" | undefined } | undefined;
  /** Rows can be selected: the form that their check boxes belong to. */
  form?: string | undefined;
}

/** Rows of resources. Wide tables scroll in their own box. */
export const tableView = (
  page: PageContext,
  { naming, columns, shown, rows }: Table,
  { caption, sorted, form }: Options,
): Markup => {
  const hasActs = rows.some(({ acts }) => acts.length > 0);
  const { derived: text } = textFor(page.locale).admin;
  return html`<div class="wide-table" tabindex="0" role="region" aria-label="${caption}">
    <table class="grid">
      <thead>
        <tr>
          ${form !== undefined && html`<td class="tick"></td>`} ${heading(page, shown.texts, naming, sorted)}
          ${columns.map((field) => heading(page, shown.texts, field.name, sorted, isNumber(field)))}
          ${hasActs && html`<th scope="col">${text.detail.actions}</th>`}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${
                form !== undefined &&
                html`<td class="tick">
                  <label
                    ><input
                      type="checkbox"
                      form="${form}"
                      name="row.${row.id}"
                      aria-label="${fillPlain(text.list.select, { name: row.name })}"
                  /></label>
                </td>`
              }
              <th scope="row">
                ${row.href === undefined ? nameOf(row) : html`<a href="${row.href}">${nameOf(row)}</a>`}
              </th>
              ${columns.map((field) => html`<td${isNumber(field) && raw(' class="number"')}>${showValue({ ...shown, page }, field, row.item[field.name], true) ?? html`<span class="soft">–</span>`}</td>`)}
              ${
                hasActs &&
                html`<td class="acts-of-row">
                  ${row.acts.map(({ label, href }) => html`<a href="${href}" aria-label="${label}: ${row.name}">${label}</a> `)}
                </td>`
              }
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
};

const nameOf = ({ name, thumbnail }: Row): Markup =>
  thumbnail === undefined
    ? foreign(name)
    : html`<span class="with-thumbnail"
        >${
          thumbnail.src === undefined
            ? html`<span class="thumbnail" aria-hidden="true">${thumbnail.format}</span>`
            : html`<img class="thumbnail" src="${thumbnail.src}" alt="" loading="lazy" width="32" height="32" />`
        }${foreign(name)}</span
      >`;

/** Numbers are aligned at their last digit. */
const isNumber = ({ control }: Field): boolean => control.kind === "number" || control.kind === "money";

const heading = (
  page: PageContext,
  texts: string,
  name: string,
  sorted: Options["sorted"],
  isRight = false,
): Markup => {
  const label = fieldLabel(page.locale, `${texts}.${fromWire(name)}`);
  const order = sorted?.(name);
  const look = isRight ? raw(' class="number"') : raw("");
  if (!order) return html`<th scope="col" ${look}>${label}</th>`;
  const { direction } = order;
  const mark = direction === undefined ? "" : direction === "ascending" ? " ↑" : " ↓";
  return html`<th scope="col" ${look} ${direction !== undefined && html`aria-sort="${direction}"`}>
    <a href="${order.href}">${label}<span aria-hidden="true">${mark}</span></a>
  </th>`;
};
