import { html, raw } from "hono/html";

import type { Locale } from "#domain/site/sites/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, foreign, type Markup } from "../markup.ts";

/** Result of one question. */
export type Result = {
  promptHtml: string;
  correct: boolean;
  /** Given and correct answers as text, in order. */
  given: readonly string[];
  right: readonly string[];
  explanation: string | null;
};

/** Results by question, with given and correct answers. */
export const quizResults = (locale: Locale, results: readonly Result[]): Markup => {
  const { quiz: text } = textFor(locale).learn;
  return html`<h2>${text.results}</h2>
    <ol class="questions">
      ${results.map(
        ({ promptHtml, correct, given, right, explanation }) =>
          html`<li>
            <div class="reading foreign">${raw(promptHtml)}</div>
            <p><strong>${correct ? text.correct : text.wrong}</strong></p>
            <p>${given.length === 0 ? text.noAnswer : fill(text.given, { answer: list(given) })}</p>
            ${correct ? raw("") : html`<p>${fill(text.right, { answer: list(right) })}</p>`}
            ${explanation ? html`<p class="soft foreign">${explanation}</p>` : raw("")}
          </li>`,
      )}
    </ol>`;
};

const list = (words: readonly string[]): Markup => foreign(words.join(" · "));
