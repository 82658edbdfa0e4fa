import { html } from "hono/html";

import type { FormField, FormRow } from "#domain/content/forms/form.ts";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { questions } from "../../parts/form-questions.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { sanitizedHtml } from "../../parts/sanitized-html.ts";
import { formPath } from "../../public/form.ts";
import { submissionCountText, formsPath, type FormSummaryView } from "./forms.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type OneForm = FormSummaryView & Pick<FormRow, "fields"> & { descriptionHtml: string };

export type FormNotice = keyof ReturnType<typeof textFor>["admin"]["forms"]["notice"];

/** A form with its questions and actions. */
export const form = (page: AdminPage, view: { form: OneForm; notice: FormNotice | undefined }): string => {
  const { forms: text } = textFor(page.locale).admin;
  const { fields, name } = view.form;
  const retired = fields.filter((field) => field.retired);
  const requested = fields.filter((field) => !field.retired);
  return adminLayout(page, {
    title: fillPlain("{name}", { name }),
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1 class="foreign">${name}</h1>
      ${particulars(page, view.form)} ${actions(page, view.form)}
      <h2>${text.show.questions}</h2>
      ${requested.length === 0 ? html`<p class="prose soft">${text.show.noQuestions}</p>` : list(page.locale, requested)}
      ${
        retired.length !== 0 &&
        html`<h2>${text.show.retired}</h2>
          ${list(page.locale, retired)}`
      }`,
  });
};

const particulars = (page: AdminPage, { slug, status, audience, submissionCount, id }: OneForm): Markup => {
  const { forms: text } = textFor(page.locale).admin;
  const address = `${page.site.origin}${formPath(slug)}`;
  return html`<dl class="entries">
    <div class="entry">
      <dt>${text.show.state}</dt>
      <dd>
        <p class="on">${text.states[status]}</p>
        <p class="soft">${text.statesAbout[status]}</p>
      </dd>
    </div>
    <div class="entry">
      <dt>${text.show.address}</dt>
      <dd class="mono foreign">${status === "draft" ? address : html`<a href="${address}">${address}</a>`}</dd>
    </div>
    <div class="entry">
      <dt>${text.show.audience}</dt>
      <dd>
        <p>${text.audiences[audience].name}</p>
        <p class="soft">${text.audiences[audience].about}</p>
      </dd>
    </div>
    <div class="entry">
      <dt>${text.show.answered}</dt>
      <dd>
        <p>${submissionCountText(page.locale, submissionCount)}</p>
        ${submissionCount !== 0 && html`<p><a href="${formsPath}/${id}/submissions">${text.show.read}</a></p>`}
      </dd>
    </div>
  </dl>`;
};

/** State changes post `csrf` directly. Deletion has a confirmation page. */
const actions = (page: AdminPage, { id, status, submissionCount }: OneForm): Markup => {
  const { show } = textFor(page.locale).admin.forms;
  const address = `${formsPath}/${id}`;
  const turn = status === "open" ? "close" : "open";
  const label = { draft: show.open, open: show.close, closed: show.reopen }[status];
  return html`<form method="post" action="${address}/${turn}" class="actions">
    ${hidden("csrf", page.csrf)} ${button(label, { look: status === "open" ? "secondary" : "primary" })}
    <a class="button secondary" href="${address}/edit">${show.edit}</a>
    <a class="button secondary" href="${address}/preview">${show.preview}</a>
    ${submissionCount === 0 && html`<a class="button secondary" href="${address}/delete">${show.remove}</a>`}
  </form>`;
};

const list = (locale: Locale, fields: readonly FormField[]): Markup => {
  const { show, kinds } = textFor(locale).admin.forms;
  return html`<ul class="rows">
    ${fields.map(
      ({ handle, label, kind, required, choices }) =>
        html`<li class="row">
          <div class="about">
            <h3 class="foreign">${label}</h3>
            <ul class="facts">
              <li>${kinds[kind]}</li>
              ${required && html`<li>${show.required}</li>`}
              <li>${show.key} <code>${handle}</code></li>
            </ul>
            ${choices && html`<p class="soft foreign">${choices.join(" · ")}</p>`}
          </div>
        </li>`,
    )}
  </ul>`;
};

/** Preview of a form in the admin layout, without a submit button. */
export const formPreview = (page: AdminPage, { id, name, descriptionHtml, fields }: OneForm): string => {
  const { preview: text } = textFor(page.locale).admin.forms;
  return adminLayout(page, {
    title: fillPlain(text.title, { form: name }),
    content: html`<div class="notice" role="status"><p>${text.about}</p></div>
      <h1 class="foreign">${name}</h1>
      <div class="reading foreign">${sanitizedHtml(descriptionHtml)}</div>
      <div class="stack roomy">
        ${questions(
          page.locale,
          fields.filter(({ retired }) => !retired),
          { typed: {}, wrong: {} },
        )}
      </div>
      <p class="actions"><a class="button secondary" href="${formsPath}/${id}">${text.back}</a></p>`,
  });
};
