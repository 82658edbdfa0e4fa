import { html, raw } from "hono/html";

import { listRows, type Row } from "../../../admin/quizzes/rows.ts";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { area, type FormView, input, labelled, type Placed, selectView } from "../derived/form-controls.ts";
import { answerRow, blankRow } from "./answer-row.ts";

const kinds = ["single", "multiple", "true_false", "short_text", "numeric", "ordering", "matching"] as const;
const comparisons = ["folded", "exact"] as const;

/** A field whose values are always sent. */
const field: Placed["field"] = {
  name: "",
  control: { kind: "text", maxLength: undefined },
  isRequired: true,
  isNullable: false,
};

export const placedAt = (form: FormView, name: string, label: string, hint?: string): Placed => ({
  form,
  field,
  name,
  label,
  hint,
  problem: form.problems.get(name),
  mayBeEmpty: true,
});

interface Card {
  form: FormView;
  /** As in the names of its fields. */
  number: number;
  row: Row;
  /** Counts from 0. */
  position: number;
  isFocused: boolean;
}

/** A question of the editor. The stylesheet shows the fields of its kind. */
export function questionCard({ form, number, row, position, isFocused }: Card): Markup {
  const { quizzes: text } = textFor(form.page.locale).admin;
  const name = `questions.${number}`;
  const heading = fillPlain(text.question, { number: String(position + 1) });
  const wrong = form.problems.get(name);
  return html`<section class="row-of-form question" id="${name}">
    <fieldset ${wrong !== undefined && html`aria-invalid="true" aria-describedby="${name}-problem"`}>
      <legend>${heading}</legend>
      ${wrong !== undefined && html`<p id="${name}-problem" class="wrong">${wrong}</p>`}
      ${row.has("id") && hidden(`${name}.id`, row.get("id") ?? "")}
      <div class="parts-of-field">
        <span class="part"><label class="soft" for="${name}.kind">${text.kind}</label>${kindOf(form, name, row)}</span>
        <span class="part"
          ><label class="soft" for="${name}.points">${text.points}</label
          >${input(placedAt(form, `${name}.points`, text.points), { type: "text", inputmode: "numeric", size: "5" })}${problemAt(form, `${name}.points`)}</span
        >
      </div>
      ${prompt(form, name, isFocused)} ${choices(form, name, row)} ${typed(form, name)}
      ${labelled(
        placedAt(form, `${name}.explanation`, text.explanation, text.explanationHint),
        area(placedAt(form, `${name}.explanation`, "", text.explanationHint), { rows: 2, maxLength: 5000 }),
      )}
    </fieldset>
    ${acts(form, name, number, position)}
  </section>`;
}

const problemAt = (form: FormView, name: string): Markup => {
  const wrong = form.problems.get(name);
  return wrong === undefined ? raw("") : html`<p id="${name}-problem" class="wrong">${wrong}</p>`;
};

const kindOf = ({ page }: FormView, name: string, row: Row): Markup => {
  const chosenKind = row.get("kind") ?? "single";
  return html`<select id="${name}.kind" name="${name}.kind" class="kind">
    ${kinds.map((kind) => html`<option value="${kind}" ${kind === chosenKind && raw("selected")}>${valueLabel(page.locale, "quizzes.questions.kind", kind)}</option>`)}
  </select>`;
};

const prompt = (form: FormView, name: string, isFocused: boolean): Markup => {
  const { quizzes: text } = textFor(form.page.locale).admin;
  const placed = placedAt(form, `${name}.prompt_markdown`, text.prompt);
  return labelled(
    placed,
    html`<l-markdown
      >${area(placed, { rows: 3, mono: true, maxLength: 10_000, first: isFocused ? "now" : "added" })}</l-markdown
    >`,
  );
};

/** The choices, for all kinds that have some. */
function choices(form: FormView, question: string, row: Row): Markup {
  const { quizzes: text } = textFor(form.page.locale).admin;
  const name = `${question}.choices`;
  const rows = listRows(row, "choices");
  const wrong = form.problems.get(name);
  const next = Math.max(-1, ...rows.map(({ number }) => number)) + 1;
  return html`<fieldset
    id="${name}"
    class="of-choices"
    ${wrong !== undefined && html`aria-invalid="true" aria-describedby="${name}-problem"`}
  >
    <legend>${text.answers}</legend>
    ${wrong !== undefined && html`<p id="${name}-problem" class="wrong">${wrong}</p>`}
    ${Object.entries(text.hints).map(([kind, hint]) => html`<p class="hint of-kind" data-kind="${kind}">${hint}</p>`)}
    <l-rows data-name="${name}" data-max="50" data-row="${text.answer}" data-add="${text.moreAnswers}">
      ${hidden(`${name}.count`, String(next))}
      ${rows.map(({ number, row: answer }, position) => answerRow({ form, question, number, row: answer, position }))}
      <template>${answerRow({ form, question, number: blankRow, row: new Map(), position: 0 })}</template>
    </l-rows>
    <p class="plain-act">
      ${button(text.moreAnswers, { look: "plain", name: "act", value: `answers:${question.slice("questions.".length)}`, skipValidation: true })}
    </p>
    <p class="hint">${text.emptyAnswers}</p>
  </fieldset>`;
}

/** Accepted answers, for questions that are answered by typing. */
const typed = (form: FormView, name: string): Markup => {
  const { quizzes: text } = textFor(form.page.locale).admin;
  const { locale } = form.page;
  const accepted = placedAt(form, `${name}.accepted_answers`, text.accepted, text.acceptedHint);
  const comparison = placedAt(form, `${name}.comparison`, text.comparison);
  const tolerance = placedAt(form, `${name}.tolerance`, text.tolerance, text.toleranceHint);
  const options = comparisons.map((one) => [one, valueLabel(locale, "quizzes.questions.comparison", one)] as const);
  return html`<div class="of-typed">
    ${labelled(accepted, area(accepted, { rows: 3 }))}
    <div class="of-comparison">${labelled(comparison, selectView(comparison, options, undefined, "folded"))}</div>
    <div class="of-numeric">
      ${labelled(tolerance, input(tolerance, { type: "text", inputmode: "decimal", size: "10" }))}
    </div>
  </div>`;
};

/** Without scripts, buttons send the form, which comes back changed. A script moves and removes by itself. */
const acts = ({ page }: FormView, name: string, number: number, position: number): Markup => {
  const { quizzes: text } = textFor(page.locale).admin;
  const act = (value: "up" | "down" | "remove" | "copy") =>
    button(text[value], {
      look: "plain",
      name: "act",
      value: `${value}:${number}`,
      skipValidation: true,
      spoken: fillPlain(text.ofQuestion, { act: text[value], number: String(position + 1) }),
    });
  return html`<div class="actions row-of-form-acts">
      ${hidden(`${name}.place`, String(position + 1))}
      <input type="checkbox" name="${name}.remove" hidden aria-label="${text.remove}" />
      ${act("up")} ${act("down")} ${act("remove")}
    </div>
    <div class="actions question-acts">${act("copy")}</div>`;
};
