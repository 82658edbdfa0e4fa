import { html, raw } from "hono/html";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import { sanitizedHtml } from "../../parts/sanitized-html.ts";
import { back, keptFrame, type KeptPage, nothing } from "./frame.ts";
import { offlineTexts } from "./island.ts";

export type MissingPart = keyof Catalogue["offline"]["needs"];

type Neighbor = { href: string; title: string };

export interface KeptLecturePage {
  course: { href: string; name: string; language: string };
  section: string;
  title: string;
  here: string;
  /** Sanitized when stored. */
  bodyHtml: string | null;
  missing: readonly MissingPart[];
  /** Null if the student cannot mark the lecture as done. */
  done: { isDone: boolean } | null;
  previous: Neighbor | null;
  next: Neighbor | null;
}

/** The copy of a lecture: its text, the form that marks it as done, and a note. What is sent waits for a connection. */
export const keptLecture = (page: KeptPage, view: KeptLecturePage): string => {
  const { locale } = page;
  const { offline: text } = textFor(locale);
  const { course, section, title, here, bodyHtml, missing } = view;
  return keptFrame(page, {
    title,
    current: here,
    content: html`<l-kept-copy data-locale="${locale}" data-texts="${offlineTexts(locale)}">
      ${back(course.href, foreign(course.name))}
      <p class="folio">${foreign(section)}</p>
      <h1>${foreign(title)}</h1>
      ${
        missing.length === 0
          ? nothing
          : html`<div class="notice">${missing.map((part) => html`<p>${text.needs[part]}</p>`)}</div>`
      }
      ${bodyHtml ? html`<div class="reading foreign" lang="${course.language}">${sanitizedHtml(bodyHtml)}</div>` : nothing}
      ${view.done ? finish(page, here, view.done.isDone) : nothing} ${around(page, view)} ${note(page, here)}
    </l-kept-copy>`,
  });
};

const finish = ({ locale }: KeptPage, here: string, isDone: boolean): Markup => {
  const { learn } = textFor(locale);
  const { lecture: text, course } = learn;
  return html`<form method="post" action="${here}/done" class="finish">
    ${hidden("done", isDone ? "no" : "yes")}
    <p class="${isDone ? "state" : "soft"}" role="status" data-state>${isDone ? course.done : ""}</p>
    <button type="submit" class="button primary" data-to="done" ${isDone && raw("hidden")}>${text.markDone}</button>
    <button type="submit" class="button plain" data-to="undone" ${!isDone && raw("hidden")}>${text.undo}</button>
  </form>`;
};

const around = ({ locale }: KeptPage, { previous, next }: KeptLecturePage): Markup => {
  const { lecture: text } = textFor(locale).learn;
  if (!previous && !next) return nothing;
  return html`<nav class="around" aria-label="${text.around}">
    ${neighbor(text.previous, previous)} ${neighbor(text.next, next)}
  </nav>`;
};

const neighbor = (label: string, lecture: Neighbor | null): Markup =>
  lecture ? html`<a href="${lecture.href}"><span class="soft">${label}</span> ${foreign(lecture.title)}</a>` : nothing;

const note = ({ locale }: KeptPage, here: string): Markup => {
  const { notes, offline } = textFor(locale);
  return html`<section id="notes" class="notes" aria-labelledby="notes-title">
    <h2 id="notes-title">${offline.notes}</h2>
    <p class="soft">${notes.private}</p>
    <ul class="note-list" data-notes></ul>
    <form method="post" action="${here}/notes" class="note-form" autocomplete="off">
      <div class="field">
        <label for="next-note">${notes.text}</label>
        <textarea id="next-note" name="text" rows="3" maxlength="5000" required></textarea>
      </div>
      <div class="foot-of-work">
        <p class="saved soft" role="status" data-said></p>
        ${button(notes.add, { look: "secondary" })}
      </div>
    </form>
  </section>`;
};
