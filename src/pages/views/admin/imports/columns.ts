import { html, raw } from "hono/html";
import type * as z from "zod";

import { encodings, type previewImport } from "#domain/transfer/imports/columns/preview-import.ts";
import { numberFormat } from "#lib/text/formats.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { fromWire } from "#lib/wire/names.ts";

import type { Choice } from "../../../admin/imports/addresses.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fieldLabel } from "../../../text/fields/texts.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

type Preview = z.output<typeof previewImport.output>;

export interface ImportColumnsView {
  filename: string;
  choice: Choice;
  /** Undefined if the file cannot be read. */
  preview: Preview | undefined;
  problem: string | undefined;
  courses: readonly (readonly [slug: string, name: string])[];
}

const path = "/admin/imports";

/** Names of programs, which are the same in all languages. */
const platformNames: Readonly<Record<NonNullable<Preview["platform"]>, string>> = {
  teachable: "Teachable",
  thinkific: "Thinkific",
  kajabi: "Kajabi",
  podia: "Podia",
  learndash: "LearnDash",
  lifterlms: "LifterLMS",
};

/** The meaning of each column, and the first rows as they would be imported. */
export const importColumns = (page: AdminPage, view: ImportColumnsView): string => {
  const { imports } = textFor(page.locale).admin;
  const { columns: text } = imports;
  const { preview, choice } = view;
  const count = numberFormat(page.locale, {}).format(preview?.total ?? 0);
  return adminLayout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    parent: [path, imports.title],
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.lead, { name: foreign(view.filename), count })}</p>
      ${view.problem !== undefined && problem("problem", view.problem)}
      ${preview?.platform && html`<p>${fillPlain(text.platform, { name: platformNames[preview.platform] })}</p>`}
      <form method="post" action="${path}/columns" class="of-columns">
        ${hidden("csrf", page.csrf)} ${hidden("file", choice.file)} ${hidden("resource", choice.resource)}
        ${encodingField(page, preview?.encoding ?? choice.encoding ?? "utf-8")}
        ${preview !== undefined && columnTable(page, preview)} ${view.courses.length !== 0 && courseField(page, view)}
        <div class="actions">
          ${button(text.update, { look: "secondary", name: "act", value: "preview" })}
          ${
            preview !== undefined &&
            html`${button(text.dryRun, { look: "secondary", name: "act", value: "dry_run" })}
            ${button(fillPlain(text.start, { count }), { look: "primary", name: "act", value: "import" })}`
          }
        </div>
      </form>
      ${preview !== undefined && html`${firstRows(page, preview)} ${left(page, preview)}`}`,
  });
};

const encodingField = (page: AdminPage, chosen: string): Markup => {
  const { columns: text } = textFor(page.locale).admin.imports;
  return html`<div class="field">
    <label for="encoding">${text.encoding}</label>
    <select id="encoding" name="encoding" aria-describedby="encoding-hint">
      ${encodings.map((name) => html`<option value="${name}" ${name === chosen && raw("selected")}>${text.encodings[name]}</option>`)}
    </select>
    <p id="encoding-hint" class="hint">${text.encodingHint}</p>
  </div>`;
};

/** The name of a column for people, with its name in files for those who know it. */
const nameOfColumn = (page: AdminPage, resource: string, column: string): string => {
  const { extra } = textFor(page.locale).admin.imports.columns;
  const ownName = isFieldOf(extra, column) ? extra[column] : undefined;
  const parts = column.split(".").map((part) => fieldLabel(page.locale, `${fromWire(resource)}.${fromWire(part)}`));
  return ownName ?? `${parts.join(", ")} (${column})`;
};

const columnTable = (page: AdminPage, { columns, targets, resource }: Preview): Markup => {
  const { columns: text } = textFor(page.locale).admin.imports;
  const named = targets.map((column) => [column, nameOfColumn(page, resource, column)] as const);
  const options = (chosen: string | null) => [
    html`<option value="">${text.leaveOut}</option>`,
    ...named.map(
      ([column, name]) => html`<option value="${column}" ${column === chosen && raw("selected")}>${name}</option>`,
    ),
    ...(chosen !== null && !targets.includes(chosen)
      ? [html`<option value="${chosen}" selected>${chosen}</option>`]
      : []),
  ];
  return html`<div class="wide-table" tabindex="0" role="region" aria-label="${text.title}">
    <table class="grid">
      <thead>
        <tr>
          <th scope="col">${text.inFile}</th>
          <th scope="col">${text.means}</th>
          <th scope="col">${text.sample}</th>
        </tr>
      </thead>
      <tbody>
        ${columns.map(
          ({ header, column, sample }, position) =>
            html`<tr>
              <th scope="row"><label for="c${position}">${foreign(header)}</label></th>
              <td>
                <select id="c${position}" name="c${position}">
                  ${options(column)}
                </select>
              </td>
              <td>${sample === "" ? html`<span class="soft">–</span>` : foreign(sample)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
};

const courseField = (page: AdminPage, { courses, choice }: ImportColumnsView): Markup => {
  const { columns: text } = textFor(page.locale).admin.imports;
  return html`<div class="field">
    <label for="course">${text.fixed}</label>
    <select id="course" name="course" aria-describedby="course-hint">
      <option value="">–</option>
      ${courses.map(([slug, name]) => html`<option value="${slug}" ${slug === choice.course && raw("selected")}>${name}</option>`)}
    </select>
    <p id="course-hint" class="hint">${text.fixedHint}</p>
  </div>`;
};

const firstRows = (page: AdminPage, { rows, resource }: Preview): Markup => {
  const { columns: text } = textFor(page.locale).admin.imports;
  const wrong = rows.filter(({ problem: one }) => one !== null).length;
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values ?? {})))];
  const hasProblems = wrong > 0;
  return html`<section class="panel">
    <h2>${text.first}</h2>
    <p>${hasProblems ? fillPlain(text.wrong, { count: String(wrong) }) : text.sound}</p>
    <div class="wide-table" tabindex="0" role="region" aria-label="${text.first}">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col" class="number">${text.row}</th>
            ${hasProblems && html`<th scope="col">${text.problem}</th>`}
            ${names.map((name) => html`<th scope="col">${fieldLabel(page.locale, `${fromWire(resource)}.${fromWire(name)}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ rowNumber, values, problem: one }) =>
              html`<tr>
                <td class="number">${rowNumber}</td>
                ${hasProblems && html`<td>${one !== null && html`<span class="wrong">${one}</span>`}</td>`}
                ${names.map((name) => html`<td>${cell(values?.[name])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
};

const maxCellLength = 80;

function cell(value: unknown): Markup {
  if (value === undefined || value === null || value === "") return html`<span class="soft">–</span>`;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return foreign(text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text);
}

const left = (page: AdminPage, { leftBehind }: Preview): Markup => {
  const { columns: text } = textFor(page.locale).admin.imports;
  return leftBehind.length === 0
    ? raw("")
    : html`<section class="panel">
        <h2>${text.left}</h2>
        <ul class="dashes">
          ${leftBehind.map((name) => html`<li>${text.leftBehind[name]}</li>`)}
        </ul>
      </section>`;
};
