import { html } from "hono/html";

import { fieldKinds, type FormField, type FormRow } from "#domain/content/forms/form.ts";
import { maxChoices, maxFields } from "#domain/content/forms/form-definition.ts";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, checkbox, hidden, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { filterSelect } from "../parts/filter-fields.ts";
import { type Collision, collisionList } from "../parts/collisions.ts";
import { choices, radio, textArea, textField } from "./form-fields.ts";
import { formsPath } from "./forms.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

/** A question as entered, with one choice per line. */
export type TypedQuestion = Pick<FormField, "handle" | "label" | "kind" | "required"> & {
  choices: string;
  /** Saved before: its answer key cannot change. */
  known: boolean;
};

export type TypedForm = Pick<FormRow, "name" | "slug" | "audience"> & {
  description: string;
  questions: readonly TypedQuestion[];
};

type Words = ReturnType<typeof textFor>["admin"]["forms"]["edit"]["wrong"];

export type FormEditor = {
  /** Undefined for a new form. */
  existing: { id: string; name: string; version: number; shown: string; isAnswered: boolean } | undefined;
  typed: TypedForm;
  /** Removed questions with answers. */
  retired: readonly Pick<FormField, "handle" | "label">[];
  /** Errors by field name: `name`, `f.0.label`. */
  wrong: Readonly<Record<string, keyof Words>>;
  stale?: boolean;
  /** Values that another person has changed too. */
  collisions?: readonly Collision[];
  /** The form token belongs to an earlier session. */
  expired?: boolean;
  /** Index of the question that was added or moved. */
  focus?: number | undefined;
};

/**
 * Form editor. Posts `csrf`, the fields, and the pressed button in `do`: `save`, `add`, `up.0`, `down.0`, `remove.0`,
 * `restore.key`.
 */
export const formEditor = (page: AdminPage, view: FormEditor): string => {
  const { edit: text } = textFor(page.locale).admin.forms;
  const { existing, typed, retired, collisions = [] } = view;
  const title = existing ? fillPlain(text.title, { form: existing.name }) : text.newTitle;
  const isWrong = Object.keys(view.wrong).length > 0;
  const back = existing ? `${formsPath}/${existing.id}` : formsPath;
  return adminLayout(page, {
    title,
    problem: isWrong || view.stale === true || view.expired === true || collisions.length > 0,
    content: html`<h1>${title}</h1>
      ${isWrong && problem("problem", text.problem)} ${view.stale && problem("stale", text.stale)}
      ${collisions.length > 0 && collisionList(page.locale, collisions)}
      ${view.expired && problem("expired", textFor(page.locale).signUp.problem.session_expired)}
      <form method="post" action="${existing ? `${back}/edit` : `${formsPath}/new`}" class="stack roomy" novalidate>
        ${hidden("csrf", page.csrf)}
        ${existing && html`${hidden("version", String(existing.version))}${hidden("shown", existing.shown)}`}
        <button type="submit" class="hidden" name="do" value="save" tabindex="-1" aria-hidden="true">
          ${text.save}
        </button>
        ${head(page.locale, view)}
        <section class="stack" aria-labelledby="questions">
          <h2 id="questions">${text.questions}</h2>
          ${existing?.isAnswered && html`<p class="hint">${text.answeredHint}</p>`}
          ${problemOf(page.locale, view, "fields") !== undefined && html`<p class="wrong">${problemOf(page.locale, view, "fields")}</p>`}
          ${typed.questions.length === 0 && html`<p class="soft">${text.none}</p>`}
          ${typed.questions.map((each, index) => question(page.locale, view, each, index))}
          <p>${button(text.addQuestion, { look: "secondary", name: "do", value: "add" })}</p>
        </section>
        ${retired.length !== 0 && formerly(page.locale, retired)}
        <div class="actions">
          ${button(text.save, { look: "primary", name: "do", value: "save" })}
          <a class="button secondary" href="${back}">${text.cancel}</a>
        </div>
      </form>`,
  });
};

const head = (locale: Locale, view: FormEditor): Markup => {
  const { edit: text, audiences } = textFor(locale).admin.forms;
  const { name, slug, description, audience } = view.typed;
  const of = (field: string) => problemOf(locale, view, field);
  return html`${textField({ name: "name", label: text.name, hint: text.nameHint, problem: of("name"), value: name, maxLength: 200, required: true })}
  ${textField({ name: "slug", label: text.slug, hint: text.slugHint, problem: of("slug"), value: slug, maxLength: 120 })}
  ${textArea({ name: "description", label: text.description, hint: text.descriptionHint, problem: of("description"), value: description, rows: 4, maxLength: 10_000 })}
  ${choices(
    { name: "audience", label: text.audience, problem: of("audience") },
    html`${(["everybody", "members"] as const).map((value) =>
      radio({
        name: "audience",
        value,
        label: audiences[value].name,
        hint: audiences[value].about,
        checked: audience === value,
      }),
    )}`,
  )}`;
};

const question = (locale: Locale, view: FormEditor, typed: TypedQuestion, index: number): Markup => {
  const { edit: text, kinds } = textFor(locale).admin.forms;
  const fieldName = (field: string) => `f.${index}.${field}`;
  const problemAt = (field: string) => problemOf(locale, view, fieldName(field));
  return html`<fieldset class="question stack" id="${fieldName("question")}">
    <legend>${fillPlain(text.question, { number: String(index + 1) })}</legend>
    <div class="asking">
      ${textField({ name: fieldName("label"), label: text.label, problem: problemAt("label"), value: typed.label, maxLength: 200, focused: view.focus === index })}
      ${filterSelect({ name: fieldName("kind"), label: text.kind, problem: problemAt("kind"), value: typed.kind, options: fieldKinds.map((kind) => [kind, kinds[kind]] as const) })}
    </div>
    <div class="offered">
      ${textArea({ name: fieldName("choices"), label: text.choices, problem: problemAt("choices"), value: typed.choices, rows: 4 })}
    </div>
    ${checkbox({ name: fieldName("required"), label: text.required, checked: typed.required })}
    ${
      typed.known
        ? html`${hidden(fieldName("handle"), typed.handle)}
            <p class="soft">${text.key} <code>${typed.handle}</code></p>`
        : textField({
            name: fieldName("handle"),
            label: text.key,
            hint: text.keyHint,
            problem: problemAt("handle"),
            value: typed.handle,
            maxLength: 40,
          })
    }
    ${hidden(fieldName("known"), typed.known ? "1" : "0")}
    <p class="inline">${transitions(locale, view, typed.label, index)}</p>
  </fieldset>`;
};

const transitions = (locale: Locale, { typed: { questions } }: FormEditor, label: string, index: number): Markup => {
  const { edit: text } = textFor(locale).admin.forms;
  const number = fillPlain(text.question, { number: String(index + 1) });
  const move = (name: "up" | "down" | "remove") =>
    button(text[name], {
      look: "plain",
      name: "do",
      value: `${name}.${index}`,
      spoken: fillPlain(text.of, { action: text[name], question: label || number }),
    });
  return html`${index !== 0 && move("up")} ${index !== questions.length - 1 && move("down")} ${move("remove")}`;
};

/** Removed questions, which can be restored. */
const formerly = (locale: Locale, retired: FormEditor["retired"]): Markup => {
  const { edit: text } = textFor(locale).admin.forms;
  return html`<section>
    <h2>${text.retired}</h2>
    <p class="hint">${text.retiredHint}</p>
    <ul class="rows">
      ${retired.map(
        ({ handle, label }) =>
          html`<li class="row">
            <h3 class="foreign">${label}</h3>
            ${button(text.restore, {
              look: "plain",
              name: "do",
              value: `restore.${handle}`,
              spoken: fillPlain(text.of, { action: text.restore, question: label }),
            })}
          </li>`,
      )}
    </ul>
  </section>`;
};

function problemOf(locale: Locale, { wrong }: FormEditor, field: string): string | undefined {
  const kind = wrong[field];
  if (kind === undefined) return undefined;
  const max = String(kind === "fields" ? maxFields : maxChoices);
  return textFor(locale).admin.forms.edit.wrong[kind].replace("{max}", max);
}
