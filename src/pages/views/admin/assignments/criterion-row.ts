import { html } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { area, type FormView, input, labelled } from "../derived/form-controls.ts";
import { placedAt } from "../quizzes/question-card.ts";

interface Criterion {
  form: FormView;
  /** As in the names of its fields. */
  number: number;
  /** Counts from 0. */
  position: number;
  isFocused: boolean;
}

/** A criterion of a rubric: its title and points in one line, and what the lecturer expects. */
export function criterionRow({ form, number, position, isFocused }: Criterion): Markup {
  const { assignments: text } = textFor(form.page.locale).admin;
  const name = `rubric.${number}`;
  const wrong = form.problems.get(name);
  const [title, points, description] = [
    placedAt(form, `${name}.title`, text.criterionTitle),
    placedAt(form, `${name}.points`, text.points),
    placedAt(form, `${name}.description`, text.description),
  ];
  return html`<div class="row-of-form criterion" id="${name}">
    <fieldset ${wrong !== undefined && html`aria-invalid="true" aria-describedby="${name}-problem"`}>
      <legend>${fillPlain(text.criterion, { number: String(position + 1) })}</legend>
      ${wrong !== undefined && html`<p id="${name}-problem" class="wrong">${wrong}</p>`}
      <div class="line-of-criterion">
        ${labelled(title, input(title, { type: "text", maxlength: "200", ...(isFocused && { autofocus: "" }) }))}
        ${labelled(points, input(points, { type: "text", inputmode: "numeric", size: "6" }))}
      </div>
      ${labelled(description, area(description, { rows: 2, maxLength: 2000 }))}
    </fieldset>
    ${acts(form, name, number, position)}
  </div>`;
}

/** Without scripts, buttons send the form, which comes back changed. A script moves and removes by itself. */
const acts = ({ page }: FormView, name: string, number: number, position: number): Markup => {
  const { assignments: text } = textFor(page.locale).admin;
  const act = (value: "up" | "down" | "remove") =>
    button(text[value], {
      look: "plain",
      name: "act",
      value: `${value}:${number}`,
      skipValidation: true,
      spoken: fillPlain(text.ofCriterion, { act: text[value], number: String(position + 1) }),
    });
  return html`<div class="actions row-of-form-acts">
    ${hidden(`${name}.place`, String(position + 1))}
    <input type="checkbox" name="${name}.remove" hidden aria-label="${text.remove}" />
    ${act("up")} ${act("down")} ${act("remove")}
  </div>`;
};
