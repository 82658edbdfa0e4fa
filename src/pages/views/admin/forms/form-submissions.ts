import { html } from "hono/html";

import type { Answers, FormField } from "#domain/content/forms/form.ts";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { listEntry } from "#pages/views/parts/list-entry.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { formsPath, search } from "./forms.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

/** With the encoded id: `fsb_…`. */
export type SubmissionView = {
  id: string;
  /** Null for anonymous submissions. */
  who: { name: string | null; email: string } | null;
  createdAt: Date;
  answers: Answers;
  /** Uploaded files by the ids in the answers. */
  files: readonly { id: string; filename: string; url: string }[];
  sourceUrl: string | null;
};

type OfForm = { form: { id: string; name: string; fields: readonly FormField[] } };

export type SubmissionsView = OfForm & { submissions: readonly SubmissionView[]; query: string; pages: Pages };

/** Submissions of a form, newest first. */
export const formSubmissions = (page: AdminPage, view: SubmissionsView): string => {
  const { submissions: text, preview } = textFor(page.locale).admin.forms;
  const { form, submissions, query } = view;
  const title = fillPlain(text.title, { form: form.name });
  const address = `${formsPath}/${form.id}/submissions`;
  return adminLayout(page, {
    title,
    content: html`<p class="back"><a href="${formsPath}/${form.id}">${preview.back}</a></p>
      <h1>${fill(text.title, { form: foreign(form.name) })}</h1>
      ${
        submissions.length === 0 && query === ""
          ? html`<p class="prose soft after">${text.none}</p>`
          : html`<p class="after"><a class="button secondary" href="${address}.csv">${text.download}</a></p>
              ${search(address, { query, label: text.search, seek: text.seek })}
              ${rowsOr(submissions, (each) => row(page, form, each), text.noneFit)}`
      }
      ${pager(page.locale, title, view.pages)}`,
  });
};

/** Enough to tell submissions apart. */
const maxListedAnswers = 3;

const row = (page: Dated, { id: formId, fields }: OfForm["form"], submission: SubmissionView): Markup => {
  const { id, createdAt, answers, files } = submission;
  const answered = inOrder(fields, answers).slice(0, maxListedAnswers);
  return html`<li class="row">
    <div class="about">
      <h2>
        <a class="foreign" href="${formsPath}/${formId}/submissions/${id}">${whoText(page.locale, submission)}</a>
      </h2>
      <p class="soft">${timestamp(page, createdAt)}</p>
      <dl class="particulars">
        ${answered.map(
          ({ label, value }) =>
            html`<div>
              <dt class="foreign">${label}</dt>
              <dd class="foreign">${shortened(answerText(page.locale, value, files))}</dd>
            </div>`,
        )}
      </dl>
    </div>
  </li>`;
};

/** A submission with all current and removed questions. */
export const formSubmission = (page: AdminPage, { form, submission }: OfForm & { submission: SubmissionView }) => {
  const { submissions: text } = textFor(page.locale).admin.forms;
  const { who, createdAt, sourceUrl, answers, files } = submission;
  return adminLayout(page, {
    title: fillPlain(text.title, { form: form.name }),
    content: html`<p class="back"><a href="${formsPath}/${form.id}/submissions">${text.back}</a></p>
      <h1 class="foreign">${form.name}</h1>
      <dl class="entries">
        ${listEntry(
          text.who,
          html`<p class="foreign">${whoText(page.locale, submission)}</p>
            ${who?.name && html`<p class="soft foreign">${who.email}</p>`}`,
        )}
        ${listEntry(text.when, timestamp(page, createdAt))}
        ${sourceUrl !== null && listEntry(text.where, html`<span class="mono foreign">${sourceUrl}</span>`)}
      </dl>
      <h2>${textFor(page.locale).admin.forms.show.answered}</h2>
      <dl class="entries stacked">
        ${inOrder(form.fields, answers, { all: true }).map(({ label, value }) =>
          listEntry(
            html`<span class="foreign">${label}</span>`,
            value === undefined ? html`<span class="soft">${text.empty}</span>` : valueView(page.locale, value, files),
          ),
        )}
      </dl>`,
  });
};

const valueView = (locale: Locale, value: Answers[string], files: SubmissionView["files"]): Markup => {
  const text = answerText(locale, value, files);
  const sent = files.find(({ id }) => id === value);
  return sent
    ? html`<p><a class="foreign" href="${sent.url}">${text}</a></p>`
    : html`<p class="written foreign">${text}</p>`;
};

/** Returns answers in question order, then those of removed questions by key. `all` includes unanswered questions. */
function inOrder(
  fields: readonly FormField[],
  answers: Answers,
  { all = false } = {},
): { label: string; value: Answers[string] | undefined }[] {
  const currentHandles = new Set(fields.map(({ handle }) => handle));
  const requested = fields.filter(({ handle, retired }) => answers[handle] !== undefined || (all && !retired));
  return [
    ...requested.map(({ handle, label }) => ({ label, value: answers[handle] })),
    ...Object.entries(answers).flatMap(([handle, value]) =>
      currentHandles.has(handle) ? [] : [{ label: handle, value }],
    ),
  ];
}

/** Formats an answer. Files are shown by name. */
export function answerText(
  locale: Locale,
  value: Answers[string] | undefined,
  files: readonly { id: string; filename: string }[],
): string {
  const { submissions: text } = textFor(locale).admin.forms;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  const sent = files.find(({ id }) => id === value);
  return sent?.filename ?? (Array.isArray(value) ? value.join(", ") : String(value ?? ""));
}

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= 120 ? line : `${line.slice(0, 119).trimEnd()}…`;
};

const whoText = (locale: Locale, { who }: SubmissionView): string =>
  who === null ? textFor(locale).admin.forms.submissions.anonymous : (who.name ?? who.email);
