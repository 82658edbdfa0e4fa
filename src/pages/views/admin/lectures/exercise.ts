import { html } from "hono/html";

import { plainText } from "#lib/text/plain-text.ts";

import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { sanitizedHtml } from "../../parts/sanitized-html.ts";
import type { AdminPage } from "../layout.ts";

/** The exercise of a lecture, which is edited on a page of its own. */
export type Exercise =
  | { kind: "quiz"; questions: readonly { kind: string; points: number; promptHtml: string }[] }
  | { kind: "assignment"; instructionsHtml: string };

const maxQuestionLength = 140;
const maxQuestions = 50;

/** Shows the exercise of a lecture, and leads to its editor. */
export const exerciseView = (page: AdminPage, id: string, exercise: Exercise): Markup => {
  const { lectures: text } = textFor(page.locale).admin;
  const { kind } = exercise;
  const content = kind === "quiz" ? questions(page, exercise.questions) : instructions(page, exercise.instructionsHtml);
  return html`<section class="exercise-of-lecture" aria-labelledby="exercise">
    <h2 id="exercise">${kind === "quiz" ? text.questions : text.task}</h2>
    ${content}
    <ul class="acts">
      <li>
        <a class="button primary" href="/admin/lectures/${id}/${kind}/edit"
          >${kind === "quiz" ? text.quiz : text.assignment}</a
        >
      </li>
    </ul>
  </section>`;
};

const instructions = ({ locale }: AdminPage, stored: string): Markup =>
  stored === ""
    ? html`<p class="soft">${textFor(locale).admin.lectures.noTask}</p>`
    : html`<div class="rendered foreign">${sanitizedHtml(stored)}</div>`;

function questions(
  { locale }: AdminPage,
  list: readonly { kind: string; points: number; promptHtml: string }[],
): Markup {
  const { lectures: text } = textFor(locale).admin;
  if (list.length === 0) return html`<p class="soft">${text.noQuestions}</p>`;
  const shown = list.slice(0, maxQuestions);
  const more = list.length - shown.length;
  return html`<ol class="questions-of-lecture">
      ${shown.map(
        ({ kind, points, promptHtml }) =>
          html`<li>
            ${foreign(shorten(plainText(promptHtml)))}
            <span class="soft"
              >${valueLabel(locale, "quizzes.questions.kind", kind)},
              ${fillPlain(text.points, { count: String(points) })}</span
            >
          </li>`,
      )}
    </ol>
    ${more > 0 && html`<p class="soft">${fillPlain(text.moreQuestions, { count: String(more) })}</p>`}`;
}

const shorten = (question: string): string =>
  question.length > maxQuestionLength ? `${question.slice(0, maxQuestionLength - 1).toWellFormed()}…` : question;
