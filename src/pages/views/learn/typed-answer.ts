import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import type { Question } from "./question.ts";

/** Refuses units before the attempt is submitted. Letters of numbers are the ones in `3e8` and `3 x 10^8`. */
const numberPattern = String.raw`(?:[^\p{L}\p{Sc}%％‰°]|[eExXｅＥｘＸ])*`;

/** Input for a typed answer. Keyboards neither correct nor capitalize it, nor replace quotation marks and dashes. */
export const typedAnswer = (locale: Locale, { id, kind, comparison, answer }: Question): Markup => {
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
      ${isNumber ? html`pattern="${numberPattern}" title="${text.onlyNumber}"` : raw("")}
    />
  </div>`;
};
