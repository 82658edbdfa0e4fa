import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { hasAnswer, type Question } from "./question.ts";

/**
 * The items of an ordering question, in the chosen order. Buttons move an item; a script moves it without a request, also
 * by dragging. The positions stay empty until the student has moved an item or confirmed the order.
 */
export const ordering = (locale: Locale, question: Question): Markup => {
  const { id, choices, answer } = question;
  const { order: text } = textFor(locale).work;
  const chosenIds = answer?.choiceIds ?? [];
  const items = [...choices].sort((a, b) => placeIn(chosenIds, a.id) - placeIn(chosenIds, b.id));
  return html`<l-order data-moved="${text.moved}" data-drag="${text.drag}">
    <ol class="order">
      ${items.map((item, index) => {
        const name = `q.${id}.${item.id}`;
        const label = (template: string) => fillPlain(template, { item: item.text });
        return html`<li data-item="${item.text}">
          <input
            type="number"
            name="${name}"
            min="1"
            max="${choices.length}"
            value="${chosenIds.length > 0 ? String(index + 1) : ""}"
            aria-label="${label(text.position)}"
          />
          <span class="item">${foreign(item.text)}</span>
          <span class="arrows">
            ${arrow("up", `up.${id}.${item.id}`, label(text.up), index === 0)}
            ${arrow("down", `down.${id}.${item.id}`, label(text.down), index === items.length - 1)}
          </span>
        </li>`;
      })}
    </ol>
    <button
      type="submit"
      class="button plain keep"
      name="act"
      value="keep.${id}"
      formnovalidate
      ${hasAnswer(question) && raw("hidden")}
    >
      ${text.keep}
    </button>
  </l-order>`;
};

const arrow = (way: "up" | "down", act: string, label: string, isEnd: boolean): Markup =>
  html`<button
    type="submit"
    class="arrow ${way}"
    name="act"
    value="${act}"
    formnovalidate
    aria-label="${label}"
    ${isEnd && raw("disabled")}
  ></button>`;

function placeIn(chosen: readonly string[], id: string): number {
  const place = chosen.indexOf(id);
  return place === -1 ? chosen.length : place;
}
