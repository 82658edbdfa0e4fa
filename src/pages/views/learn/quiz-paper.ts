import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { type Dated, timestamp } from "../parts/dates.ts";
import { button, hidden } from "../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { type DecimalMark, hasAnswer, type Question } from "./question.ts";
import { quizQuestion } from "./quiz-question.ts";
import { workIsland } from "../parts/student-islands.ts";

/** The questions of an attempt in progress. */
export type Paper = {
  id: string;
  endsAt: Date | null;
  now: Date;
  questions: readonly Question[];
  /** The draft that the page shows. Empty without one. */
  revision: string;
  savedAt: Date | null;
  /** IDs of the questions without an answer, if the student wanted to submit. */
  unanswered: readonly string[];
  /** Answers that another device has saved, by question, if this page has seen older ones. */
  elsewhere: readonly { questionId: string; text: string }[] | null;
  /** Undefined where nothing is saved. */
  island: { address: string; keeper: string } | undefined;
};

/** The form of an attempt in progress. */
export const quizPaper = (
  page: Dated,
  { csrf, action, decimalMark }: { csrf: string; action: string; decimalMark: DecimalMark },
  paper: Paper,
): Markup => {
  const { id, endsAt, questions, revision, island } = paper;
  const { quiz: text } = textFor(page.locale).learn;
  const { work } = textFor(page.locale);
  const isChecked = paper.unanswered.length > 0;
  return html`<form method="post" action="${action}" class="quiz ${isChecked ? "checked" : ""}" autocomplete="off">
    ${hidden("csrf", csrf)} ${hidden("attempt", id)} ${hidden("revision", revision)}
    <button type="submit" class="first-button" name="act" value="save" tabindex="-1" aria-hidden="true" formnovalidate>
      ${work.save}
    </button>
    ${island && workIsland({ ...island, subject: id, isElsewhere: paper.elsewhere !== null })}
    ${isChecked && unanswered(page.locale, paper)} ${elsewhere(page.locale, paper)}
    ${
      endsAt &&
      html`<p class="until" data-ends-at="${endsAt.toISOString()}" data-now="${paper.now.toISOString()}">
        <span>${fill(work.until, { time: timestamp(page, endsAt) })}</span>
      </p>`
    }
    ${questions.length > 1 && jump(page.locale, questions)}
    <ol class="questions">
      ${questions.map(
        (question) =>
          html`<li id="q-${question.id}" data-question="${question.id}" ${hasAnswer(question) && raw("data-answered")}>
            ${quizQuestion(page.locale, question, decimalMark)}
            ${!hasAnswer(question) && html`<p class="no-answer">${work.unanswered.mark}</p>`}
          </li>`,
      )}
    </ol>
    <div class="foot-of-work">
      <p class="saved soft" role="status">
        ${paper.savedAt && fill(work.saved, { time: timestamp(page, paper.savedAt) })}
      </p>
      ${island && button(work.save, { look: "secondary", name: "act", value: "save", skipValidation: true })}
      ${button(text.handIn, { look: "primary" })}
    </div>
  </form>`;
};

/** Links to the questions, with the answered ones marked. */
const jump = (locale: Locale, questions: readonly Question[]): Markup => {
  const { work } = textFor(locale);
  const answered = questions.filter(hasAnswer).length;
  const values = { answered: String(answered), total: String(questions.length) };
  return html`<nav class="jump" aria-label="${work.questions}">
    <p class="progress">
      <progress max="${questions.length}" value="${answered}" aria-hidden="true"></progress>
      <span class="count">${fillPlain(work.answered, values)}</span>
    </p>
    <ol>
      ${questions.map(
        (question, index) =>
          html`<li>
            <a href="#q-${question.id}" ${hasAnswer(question) && raw("data-answered")}>
              <span class="hidden">${fillPlain(work.question, { number: "" }).trim()} </span>${index + 1}<span
                class="hidden state-of-answer"
              >
                ${hasAnswer(question) ? work.isAnswered : work.unanswered.mark}</span
              >
            </a>
          </li>`,
      )}
    </ol>
  </nav>`;
};

/** The question before a submission with unanswered questions. */
const unanswered = (locale: Locale, { unanswered: ids, questions }: Paper): Markup => {
  const { unanswered: text } = textFor(locale).work;
  const lead = ids.length === 1 ? text.one : fillPlain(text.other, { count: String(ids.length) });
  return html`<div id="check" class="notice ask" role="alert">
    <p>
      <strong>${lead}</strong>
      ${ids.map((id, index) => html`${index === 0 ? "" : ", "}${linkTo(locale, questions, id)}`)}
    </p>
    <p>${text.go}</p>
    <div class="actions">${button(text.submit, { look: "secondary", name: "confirmed", value: "yes" })}</div>
  </div>`;
};

const elsewhere = (locale: Locale, { elsewhere: answers, questions }: Paper): Markup => {
  const { work } = textFor(locale);
  if (!answers) return raw("");
  return html`<div id="check" class="notice ask" role="alert">
    <p><strong>${work.elsewhere}</strong></p>
    ${
      answers.length !== 0 &&
      html`<p>${work.savedThere}</p>
        <ul>
          ${answers.map(
            ({ questionId, text }) =>
              html`<li>
                ${linkTo(locale, questions, questionId)}: ${text === "" ? work.browser.nothing : foreign(text)}
              </li>`,
          )}
        </ul>`
    }
  </div>`;
};

const linkTo = (locale: Locale, questions: readonly Question[], id: string): Markup => {
  const number = String(questions.findIndex((question) => question.id === id) + 1);
  return html`<a href="#q-${id}">${fillPlain(textFor(locale).work.question, { number })}</a>`;
};
