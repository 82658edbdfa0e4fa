import { html, raw } from "hono/html";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { foreign, type Markup } from "../parts/markup.ts";
import { sanitizedHtml } from "../parts/sanitized-html.ts";
import { howTo } from "./how-to.ts";
import { ordering } from "./ordering.ts";
import type { DecimalMark, Question } from "./question.ts";

/** A question with the controls for its answer. */
export const quizQuestion = (locale: Locale, question: Question, decimalMark: DecimalMark): Markup => {
  const { id, promptHtml } = question;
  return html`<div class="question" role="group" aria-labelledby="p.${id}">
    <div class="reading foreign" id="p.${id}">${sanitizedHtml(promptHtml)}</div>
    <p class="hint" id="h.${id}">${howTo(locale, question, decimalMark)}</p>
    ${answerOf(locale, question)}
  </div>`;
};

const answerOf = (locale: Locale, question: Question): Markup => {
  switch (question.kind) {
    case "single":
    case "true_false":
    case "multiple":
      return choicesOf(question);
    case "ordering":
      return ordering(locale, question);
    case "matching":
      return matching(locale, question);
    case "numeric":
    case "short_text":
      return typedAnswer(locale, question);
  }
};

const choicesOf = ({ id, kind, choices, answer }: Question): Markup => {
  const isOne = kind !== "multiple";
  return html`${choices.map(
    (choice) =>
      html`<div class="choice">
        <label>
          <input
            type="${isOne ? "radio" : "checkbox"}"
            name="${isOne ? `q.${id}` : `q.${id}.${choice.id}`}"
            value="${choice.id}"
            ${answer?.choiceIds.includes(choice.id) && raw("checked")}
          />
          <span>${foreign(choice.text)}</span>
        </label>
      </div>`,
  )}`;
};

const matching = (locale: Locale, { id, choices, matches, answer }: Question): Markup => {
  const { quiz: text } = textFor(locale).learn;
  return html`${choices.map((choice) => {
    const name = `q.${id}.${choice.id}`;
    const chosen = answer?.matches[choice.id];
    return html`<div class="field pair">
      <label for="${name}">${foreign(choice.text)}</label>
      <select id="${name}" name="${name}">
        <option value="">${text.choose}</option>
        ${matches.map(
          (option) => html`<option value="${option}" ${option === chosen && raw("selected")}>${option}</option>`,
        )}
      </select>
    </div>`;
  })}`;
};

/** Refuses units before the attempt is submitted. Letters of numbers are the ones in `3e8` and `3 x 10^8`. */
const numberPattern = String.raw`(?:[^\p{L}\p{Sc}%％‰°]|[eExXｅＥｘＸ])*`;

/** Input for a typed answer. Keyboards neither correct nor capitalize it, nor replace quotation marks and dashes. */
const typedAnswer = (locale: Locale, { id, kind, comparison, answer }: Question): Markup => {
  const { quiz: text } = textFor(locale).learn;
  const isNumber = kind === "numeric" && comparison === "folded";
  return html`<div class="field">
    <input
      name="q.${id}"
      type="text"
      value="${answer?.text ?? ""}"
      maxlength="1000"
      autocomplete="off"
      autocapitalize="off"
      autocorrect="off"
      spellcheck="false"
      aria-labelledby="p.${id}"
      aria-describedby="h.${id}"
      ${isNumber && html`pattern="${numberPattern}" title="${text.onlyNumber}"`}
    />
  </div>`;
};
