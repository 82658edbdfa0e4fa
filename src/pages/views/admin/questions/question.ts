import { html, raw } from "hono/html";

import type { Role } from "#access/roles.ts";

import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { textArea } from "../forms/form-fields.ts";
import { islandHead, unsavedIsland } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { questionAddress, type QuestionNarrowing, questionQuery, questionsAddress } from "./question-addresses.ts";
import { type LastQuestion, questionNotice, reopenForm } from "./question-notice.ts";
import { sanitizedHtml } from "../../parts/sanitized-html.ts";
import { askedBy, type QuestionRowView } from "./questions.ts";

type Text = Catalogue["admin"]["resources"]["questions"];

export type QuestionPage = {
  question: Omit<QuestionRowView, "text"> & {
    html: string;
    /** Waits for an answer, has one, or needs none. */
    state: "open" | "answered" | "settled";
    /** False if the discussion is closed. */
    isOpen: boolean;
  };
  replies: readonly { id: string; author: string | null; role: Role; html: string; createdAt: Date }[];
  /** Address of the discussion. Undefined if the person cannot open it. */
  placeHref: string | undefined;
  answer: string;
  problem: keyof Text["problems"] | undefined;
  last: LastQuestion | undefined;
  previous: string | null;
  next: string | null;
  narrowing: QuestionNarrowing;
};

/** A question with its replies and the form of an answer. */
export const questionPage = (page: AdminPage, view: QuestionPage): string => {
  const { questions: text } = textFor(page.locale).admin.resources;
  const { question, placeHref } = view;
  return adminLayout(page, {
    title: question.subject,
    links: islandHead(page),
    problem: view.problem !== undefined,
    content: html`${view.last && questionNotice(page, view.last, view.narrowing)} ${ways(text, view)}
      <h1>${foreign(question.subject)}</h1>
      <p class="lead">${askedBy(page, question)}</p>
      <ul class="facts">
        <li>${fill(text.askedAt, { time: timestamp(page, question.createdAt) })}</li>
        ${placeHref !== undefined && html`<li><a href="${placeHref}">${text.openPlace}</a></li>`}
      </ul>
      <div class="foreign reading" dir="auto">${sanitizedHtml(question.html)}</div>
      ${replies(page, view)} ${state(page, view)} ${question.isOpen && form(page, view)}`,
  });
};

/** Links to the list and to the neighbors in it. */
const ways = (text: Text, { narrowing, previous, next }: QuestionPage): Markup =>
  html`<ul class="acts ways-of-inbox">
    <li><a href="${questionsAddress(narrowing)}">${text.back}</a></li>
    ${previous !== null && html`<li><a href="${questionAddress(previous, narrowing)}" rel="prev" data-key="k">${text.previousOne}</a></li>`}
    ${next !== null && html`<li><a href="${questionAddress(next, narrowing)}" rel="next" data-key="j">${text.nextOne}</a></li>`}
  </ul>`;

const replies = (page: AdminPage, view: QuestionPage): Markup => {
  const { admin, discussion } = textFor(page.locale);
  const { questions: text } = admin.resources;
  if (view.replies.length === 0) return raw("");
  return html`<section>
    <h2>${text.thread}</h2>
    <ol class="rows">
      ${view.replies.map(
        ({ author, role, html: rendered, createdAt }) =>
          html`<li class="row">
            <div class="about review">
              <p>
                <strong>${foreign(author ?? text.unnamed)}</strong>
                ${role !== "student" && html`<span class="tag">${discussion.role[role]}</span>`}
                <span class="soft">${timestamp(page, createdAt)}</span>
              </p>
              <div class="foreign reading" dir="auto">${sanitizedHtml(rendered)}</div>
            </div>
          </li>`,
      )}
    </ol>
  </section>`;
};

/** Says why a question does not wait. */
const state = (page: AdminPage, { question, narrowing }: QuestionPage): Markup => {
  const { questions: text } = textFor(page.locale).admin.resources;
  if (!question.isOpen)
    return html`<p class="prose soft after">${text.closed}</p>
      ${settle(page, question, narrowing)}`;
  if (question.state === "open") return raw("");
  return html`<p class="prose soft after">${text[question.state]}</p>
    ${question.state === "settled" && reopenForm(page, question.id, narrowing)}`;
};

const settle = (
  page: AdminPage,
  { id, state: now }: QuestionPage["question"],
  narrowing: QuestionNarrowing,
): Markup => {
  const { questions: text } = textFor(page.locale).admin.resources;
  if (now !== "open") return raw("");
  return html`<form method="post" action="${questionAddress(id, { course: "" })}" class="actions">
    ${common(page, narrowing)} ${button(text.settle, { look: "secondary", name: "act", value: "settle" })}
  </form>`;
};

const common = (page: AdminPage, narrowing: QuestionNarrowing): Markup =>
  html`${hidden("csrf", page.csrf)}
  ${Object.entries(questionQuery(narrowing)).map(([name, value]) => hidden(name, value))}`;

/** Posts `act` (next, answer or settle), `answer` and the number of replies that the page shows. */
const form = (page: AdminPage, view: QuestionPage): Markup => {
  const { questions: text } = textFor(page.locale).admin.resources;
  const { question, narrowing, next } = view;
  const message = view.problem === undefined ? undefined : text.problems[view.problem];
  const hasNext = next !== null;
  return html`<form method="post" action="${questionAddress(question.id, { course: "" })}#problem" class="stack after">
    <button
      type="submit"
      class="first-button"
      tabindex="-1"
      aria-hidden="true"
      name="act"
      value="${hasNext ? "next" : "answer"}"
    >
      ${hasNext ? text.sendAndNext : text.send}
    </button>
    ${common(page, narrowing)} ${hidden("seen", String(question.replyCount))}
    ${message !== undefined && problem("problem", message)}
    ${textArea({
      name: "answer",
      label: text.answer,
      hint: text.answerHint,
      value: view.answer,
      rows: 6,
      maxLength: 5000,
      key: "c",
      problem: view.problem === "body" ? message : undefined,
    })}
    <div class="actions">
      ${hasNext && button(text.sendAndNext, { look: "primary", name: "act", value: "next" })}
      ${button(text.send, { look: hasNext ? "secondary" : "primary", name: "act", value: "answer" })}
      ${question.state === "open" && button(text.settle, { look: "secondary", name: "act", value: "settle" })}
    </div>
    ${unsavedIsland({ isRefused: view.problem !== undefined })} ${keys(text)}
  </form>`;
};

/** The keys of the form. Without scripts, they are not shown. */
const keys = ({ keys: text }: Text): Markup =>
  html`<l-keys hidden>
    <dl class="keys" aria-label="${text.title}">
      ${[
        ["j", text.next],
        ["k", text.previous],
        ["c", text.answer],
        ["Ctrl + Enter", text.send],
      ].map(
        ([key, what]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${what}</dd>
          </div>`,
      )}
    </dl>
  </l-keys>`;
