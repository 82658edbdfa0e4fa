import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { sanitizedHtml } from "../parts/sanitized-html.ts";

/** Result of one question. */
export type Result = {
  promptHtml: string;
  /** Given answers as text, in order. */
  responses: readonly string[];
  /** The number that a typed answer was read as, if it is written in another way. */
  readAs: string | null;
  /** True if an answer that should be a number was not read as one. */
  isNoNumber: boolean;
  /** Null if the quiz does not reveal it. */
  solution: Solution | null;
};

type Solution = {
  correct: boolean;
  /** Correct answers as text, in order. */
  right: readonly string[];
  /** The accepted answer that a typed one equals, if it is written in another way. */
  acceptedAs: string | null;
  /** Remarks on the choices that the student made. */
  feedback: readonly { choice: string; feedback: string }[];
  explanation: string | null;
};

/** Results by question, with responses and correct answers. */
export const quizResults = (locale: Locale, results: readonly Result[]): Markup => {
  const { quiz: text } = textFor(locale).learn;
  if (results.length === 0) return html`<p class="prose soft">${text.notRecorded}</p>`;
  return html`<h2>${text.results}</h2>
    ${results.some(({ solution }) => solution === null) && html`<p class="prose soft">${text.noSolutions}</p>`}
    <ol class="questions">
      ${results.map(
        (result) =>
          html`<li>
            <div class="reading foreign">${sanitizedHtml(result.promptHtml)}</div>
            ${marked(locale, result)}
          </li>`,
      )}
    </ol>`;
};

/** The answer with its verdict, in color, as an icon and in words, as far as the quiz reveals it. */
const marked = (locale: Locale, result: Result): Markup => {
  const { quiz: text } = textFor(locale).learn;
  const { solution } = result;
  if (!solution) return html`<div class="marked">${answerTo(locale, result)}</div>`;
  const { correct } = solution;
  return html`<div class="marked ${correct ? "correct" : "incorrect"}">
    ${verdict(correct, correct ? text.correct : text.wrong)} ${answerTo(locale, result)} ${solved(locale, solution)}
  </div>`;
};

/** An icon with words. */
export const verdict = (isRight: boolean, words: string): Markup =>
  html`<p class="verdict">
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9" fill="currentcolor" />
      <path
        d="${isRight ? "M5.8 10.4l2.8 2.8 5.6-6" : "M6.7 6.7l6.6 6.6m0-6.6l-6.6 6.6"}"
        fill="none"
        stroke="var(--tone-fill)"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
    <strong>${words}</strong>
  </p>`;

/** The answer of the student, and the number that it was read as. */
const answerTo = (locale: Locale, { responses, readAs, isNoNumber, solution }: Result): Markup => {
  const { quiz: text } = textFor(locale).learn;
  if (responses.length === 0) return html`<p>${text.noAnswer}</p>`;
  const isRepeated = readAs !== null && readAs === solution?.acceptedAs;
  const reading = isNoNumber
    ? html`<p class="soft">${text.noNumber}</p>`
    : readAs === null || isRepeated
      ? raw("")
      : html`<p class="soft">${fill(text.readAs, { number: foreign(readAs) })}</p>`;
  return html`<p>${fill(text.given, { answer: list(responses) })}</p>
    ${reading}`;
};

const solved = (locale: Locale, { correct, right, acceptedAs, feedback, explanation }: Solution): Markup => {
  const { quiz: text } = textFor(locale).learn;
  const answer = correct
    ? acceptedAs !== null && fill(text.acceptedAs, { answer: foreign(acceptedAs) })
    : fill(text.right, { answer: list(right) });
  return html`${answer && html`<p>${answer}</p>`} ${remarks(feedback)}
  ${explanation && html`<p class="soft foreign">${explanation}</p>`}`;
};

/** Names the choices if there are several. */
const remarks = (feedback: Solution["feedback"]): Markup =>
  html`${feedback.map(
    ({ choice, feedback: text }) =>
      html`<p class="soft">
        ${feedback.length > 1 && html`${foreign(choice)}: `}<span class="foreign">${text}</span>
      </p>`,
  )}`;

const list = (answers: readonly string[]): Markup => foreign(answers.join(" · "));
