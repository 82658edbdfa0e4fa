import { html, raw } from "hono/html";

import { recordNames } from "#domain/transfer/imports/records/record-imports.ts";
import { numberFormat } from "#lib/text/formats.ts";

import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

interface RecentImport {
  id: string;
  status: string;
  resource: string;
  dryRun: boolean;
  createdAt: Date;
  processed: number;
}

export interface ChooseFileView {
  problem: string | undefined;
  resource: string;
  mayStart: boolean;
  maxBytes: number;
  jobs: readonly RecentImport[];
}

const path = "/admin/imports";

/** The file of an import, and what its rows are. */
export const chooseFile = (page: AdminPage, view: ChooseFileView): string => {
  const { imports: text } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    content: html`<div class="head-of-list">
        <h1>${text.title}</h1>
        <ul class="acts">
          <li><a href="${path}/new">${text.others}</a></li>
        </ul>
      </div>
      <p class="lead">${text.lead}</p>
      ${view.mayStart && form(page, view)} ${recent(page, view)}`,
  });
};

const form = (page: AdminPage, view: ChooseFileView): Markup => {
  const { imports: text } = textFor(page.locale).admin;
  const megabytes = numberFormat(page.locale, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 });
  const size = megabytes.format(view.maxBytes / 1024 / 1024);
  return html`<form method="post" action="${path}" enctype="multipart/form-data" class="stack">
    <h2>${text.choose}</h2>
    ${hidden("csrf", page.csrf)} ${view.problem !== undefined && problem("problem", view.problem)}
    <div class="field">
      <label for="file">${text.file}</label>
      <input
        id="file"
        name="file"
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        aria-describedby="${view.problem === undefined ? "file-hint" : "problem"}"
        ${view.problem !== undefined && raw('aria-invalid="true"')}
      />
      <p id="file-hint" class="hint">${fillPlain(text.fileHint, { size })}</p>
    </div>
    <div class="field">
      <label for="rows">${text.resource}</label>
      <select id="rows" name="rows">
        ${recordNames.map((name) => html`<option value="${name}" ${name === view.resource && raw("selected")}>${text.resources[name]}</option>`)}
      </select>
    </div>
    <div class="actions">${button(text.next, { look: "primary" })}</div>
  </form>`;
};

const recent = (page: AdminPage, { jobs }: ChooseFileView): Markup => {
  const { imports: text } = textFor(page.locale).admin;
  return html`<section class="panel">
    <h2>${text.recent}</h2>
    ${
      jobs.length === 0
        ? html`<p class="soft">${text.noRecent}</p>`
        : html`<ul class="guests">
            ${jobs.map(
              ({ id, status, resource, dryRun, createdAt, processed }) =>
                html`<li>
                  <div>
                    <a href="${path}/${id}">${valueLabel(page.locale, "exports.resources", resource)}</a>
                    <p class="facts">
                      <span>${timestamp(page, createdAt)}</span>
                      <span
                        >${fillPlain(text.job.processed, { processed: numberFormat(page.locale, {}).format(processed) })}</span
                      >
                      ${dryRun && html`<span>${text.job.trial}</span>`}
                    </p>
                  </div>
                  ${badge(status, valueLabel(page.locale, "jobs.status", status))}
                </li>`,
            )}
          </ul>`
    }
  </section>`;
};
