import { html, raw } from "hono/html";

import type { Locale } from "#domain/site/sites/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, foreign, type Markup } from "../markup.ts";
import { sanitizedHtml } from "../sanitized-html.ts";

/** Result of one question. */
export type Result = {
  promptHtml: string;
  /** Given answers as text, in order. */
  responses: readonly string[];
  /** Null if the quiz does not reveal it. `right`: correct answers as text, in order. */
  solution: { correct: boolean; right: readonly string[]; explanation: string | null } | null;
};

/** Results by question, with responses and correct answers. */
export const quizResults = (locale: Locale, results: readonly Result[]): Markup => {
  const { quiz: text } = textFor(locale).learn;
  if (results.length === 0) return html`<p class="prose soft">${text.notRecorded}</p>`;
  return html`<h2>${text.results}</h2>
    ${results.some(({ solution }) => solution === null) ? html`<p class="prose soft">${text.noSolutions}</p>` : raw("")}
    <ol class="questions">
      ${results.map(
        ({ promptHtml, responses, solution }) =>
          html`<li>
            <div class="reading foreign">${sanitizedHtml(promptHtml)}</div>
            ${solution ? html`<p><strong>${solution.correct ? text.correct : text.wrong}</strong></p>` : raw("")}
            <p>${responses.length === 0 ? text.noAnswer : fill(text.given, { answer: list(responses) })}</p>
            ${!solution || solution.correct ? raw("") : html`<p>${fill(text.right, { answer: list(solution.right) })}</p>`}
            ${solution?.explanation ? html`<p class="soft foreign">${solution.explanation}</p>` : raw("")}
          </li>`,
      )}
    </ol>`;
};

const list = (answers: readonly string[]): Markup => foreign(answers.join(" · "));
