import { html, raw } from "hono/html";

import type { Row } from "../../../admin/quizzes/rows.ts";
import { textFor } from "../../../text/catalogue.ts";
import { hidden } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { FormView } from "../derived/form-controls.ts";

/** The number of the row from which a script makes new ones. */
export const blankRow = 99_999_999;

interface Answer {
  form: FormView;
  /** The name of the question: `questions.2`. */
  question: string;
  number: number;
  row: Row;
  /** Counts from 0. */
  position: number;
}

/** A choice of a question. A quiz can have thousands: the markup is short. */
export function answerRow({ form, question, number, row, position }: Answer): Markup {
  const { quizzes: text } = textFor(form.page.locale).admin;
  const name = `${question}.choices.${number}`;
  const label = fillPlain(text.answer, { number: String(position + 1) });
  const isOpen = (row.get("feedback") ?? "") !== "" || form.problems.has(`${name}.feedback`);
  const box = (part: string, length: number, spoken?: string) =>
    html`<input
        id="${name}.${part}"
        name="${name}.${part}"
        class="of-${part}"
        autocomplete="off"
        maxlength="${length}"
        value="${row.get(part) ?? ""}"
        ${spoken !== undefined && html`aria-label="${spoken}"`}
        ${wrongAt(form, `${name}.${part}`)}
      />${message(form, `${name}.${part}`)}`;
  const labelled = (part: string, shown: string, length: number) =>
    html`<label class="of-${part}" for="${name}.${part}">${shown}</label>${box(part, length)}`;
  return html`<div class="row-of-form answer" id="${name}">
    <fieldset>
      <legend>${label}</legend>
      ${row.has("id") && hidden(`${name}.id`, row.get("id") ?? "")} ${message(form, name)}
      <div class="fields-of-answer">
        ${box("text", 1000, text.answerText)}
        <label class="mark-of-answer"
          ><input type="checkbox" name="${name}.correct" ${row.get("correct") === "on" && raw("checked")} />
          <span>${text.correct}</span></label
        >
        ${labelled("match", text.match, 1000)}
        <details class="feedback-of-answer" ${isOpen && raw("open")}>
          <summary>${text.feedback}</summary>
          ${box("feedback", 2000, text.feedback)}
        </details>
      </div>
    </fieldset>
    <div class="parts-of-field row-of-form-acts">
      <span class="part"
        ><label class="soft" for="${name}.place">${fillPlain(text.placeOf, { number: String(position + 1) })}</label
        ><input
          id="${name}.place"
          name="${name}.place"
          inputmode="numeric"
          size="4"
          autocomplete="off"
          value="${position + 1}"
      /></span>
      <label class="mark-of-answer"
        ><input type="checkbox" name="${name}.remove" />
        <span>${fillPlain(text.removeAnswer, { number: String(position + 1) })}</span></label
      >
    </div>
  </div>`;
}

const wrongAt = ({ problems }: FormView, name: string): Markup =>
  problems.has(name) ? html`aria-invalid="true" aria-describedby="${name}-problem"` : raw("");

const message = ({ problems }: FormView, name: string): Markup =>
  problems.has(name) ? html`<p id="${name}-problem" class="wrong">${problems.get(name)}</p>` : raw("");
