import { formatNumber } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";

import { formStatuses, type FormRow } from "#domain/content/forms/form.ts";

import { adminSections } from "../../../admin/sections.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

/** With the encoded id: `frm_…`. */
export type FormSummaryView = Pick<
  FormRow,
  "id" | "name" | "slug" | "status" | "audience" | "submissionCount" | "updatedAt"
>;

export type FormsView = {
  forms: readonly FormSummaryView[];
  status: FormRow["status"] | undefined;
  query: string;
  pages: Pages;
  deleted: boolean;
};

export const formsPath = adminSections.forms.path;

/** Forms of the school, newest first. */
export const forms = (page: AdminPage, view: FormsView): string => {
  const { forms: text, sections } = textFor(page.locale).admin;
  const title = sections.forms.name;
  const isNarrowed = view.status !== undefined || view.query !== "";
  return adminLayout(page, {
    title,
    content: html`${view.deleted && notice(text.notice.deleted)}
      <h1>${title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      <p class="after"><a class="button primary" href="${formsPath}/new">${text.add}</a></p>
      ${!(view.forms.length === 0 && !isNarrowed) && narrowing(page.locale, view)}
      ${rowsOr(view.forms, (form) => row(page, form), isNarrowed ? text.noneFit : text.none)}
      ${pager(page.locale, title, view.pages)}`,
  });
};

const narrowing = (locale: Locale, { status, query }: FormsView): Markup => {
  const { forms: text } = textFor(locale).admin;
  const address = (state: string | undefined) => {
    const params = new URLSearchParams({ ...(state && { status: state }), ...(query && { q: query }) }).toString();
    return params === "" ? formsPath : `${formsPath}?${params}`;
  };
  return html`<nav class="views after" aria-label="${text.filters}">
      <ul class="inline">
        ${[undefined, ...formStatuses].map((state) => {
          const current = state === status ? raw(' aria-current="true"') : raw("");
          return html`<li>
            <a href="${address(state)}" ${current}>${state === undefined ? text.all : text.states[state]}</a>
          </li>`;
        })}
      </ul>
    </nav>
    ${search(formsPath, { query, label: text.search, seek: text.seek }, status && hidden("status", status))}`;
};

/** Search field of a list. */
export const search = (
  action: string,
  { query, label, seek }: { query: string; label: string; seek: string },
  kept: Markup = raw(""),
): Markup =>
  html`<form method="get" action="${action}" class="seek" role="search">
    ${kept}
    <input
      type="search"
      name="q"
      value="${query}"
      maxlength="200"
      autocomplete="off"
      aria-label="${label}"
      placeholder="${label}"
    />
    ${button(seek, { look: "secondary" })}
  </form>`;

const row = (page: Dated, { id, name, status, submissionCount, updatedAt }: FormSummaryView): Markup => {
  const { forms: text } = textFor(page.locale).admin;
  return html`<li class="row">
    <div class="about">
      <h2><a class="foreign" href="${formsPath}/${id}">${name}</a></h2>
      <ul class="facts">
        <li>${text.states[status]}</li>
        <li>${submissionCountText(page.locale, submissionCount)}</li>
        <li>${fill(text.changed, { time: timestamp(page, updatedAt) })}</li>
      </ul>
    </div>
  </li>`;
};

export const submissionCountText = (locale: Locale, count: number): string => {
  const { answers } = textFor(locale).admin.forms;
  if (count < 2) return count === 0 ? answers.none : answers.one;
  return fillPlain(answers.many, { count: formatNumber(locale, count) });
};

/** Confirmation page for deletion. Posts `csrf`. */
export const formRemoval = (page: AdminPage, { id, name }: { id: string; name: string }): string => {
  const { removal: text, edit } = textFor(page.locale).admin.forms;
  return adminLayout(page, {
    title: text.title,
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.explanation, { form: foreign(name) })}</p>
      <form method="post" action="${formsPath}/${id}/delete" class="actions">
        ${hidden("csrf", page.csrf)} ${button(text.submit, { look: "danger" })}
        <a class="button secondary" href="${formsPath}/${id}">${edit.cancel}</a>
      </form>`,
  });
};
