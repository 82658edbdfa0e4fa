import { html } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { PageContext, Person } from "../../parts/page-context.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { layout } from "../../frame/layout.ts";
import { jump } from "./lecture-notes.ts";

/** A note in a list, with its lecture. */
export interface ListedNote {
  id: string;
  text: string;
  position: number | null;
  savedAt: Date;
  lecture: { href: string; title: string };
  course: { href: string; name: string };
}

export interface MyNotesView {
  csrf: string;
  /** Address of the page. */
  here: string;
  /** Set on the page of one course. */
  course: { href: string; name: string } | null;
  query: string;
  notes: readonly ListedNote[];
  pages: Pages;
  /** Address of the download. Null without notes. */
  download: string | null;
  isDeleted: boolean;
}

/** The member's notes in all courses or in one, newest first. */
export const myNotes = (page: PageContext & { member: Person }, view: MyNotesView): string => {
  const { notes: text } = textFor(page.locale);
  const { course, query, notes } = view;
  return layout(page, {
    title: course ? fillPlain("{title}: {course}", { title: text.title, course: course.name }) : text.title,
    content: html`<p class="back">${back(page, view)}</p>
      <h1>${text.title}</h1>
      ${course && html`<p class="lead foreign">${course.name}</p>`} ${view.isDeleted && notice(text.deleted)}
      ${
        page.viewing
          ? html`<p class="notice">${fill(text.hidden, { name: foreign(page.viewing.name) })}</p>`
          : html`<p class="soft">${text.private}</p>
              ${searchForm(view.here, query, text.search, text.submit)}
              ${
                notes.length === 0
                  ? nothing(page, query)
                  : html`<ul class="note-list">
                      ${notes.map((note) => listed(page, view, note))}
                    </ul>`
              }
              ${pager(page.locale, text.title, view.pages)} ${ways(page, view)}`
      }`,
  });
};

const back = ({ locale }: PageContext, { course }: MyNotesView): Markup =>
  course
    ? html`<a href="${course.href}">${foreign(course.name)}</a>`
    : html`<a href="/learn">${textFor(locale).learn.title}</a>`;

/** A search field that works without scripts. */
export const searchForm = (action: string, query: string, label: string, submit: string): Markup =>
  html`<form class="note-search" role="search" method="get" action="${action}">
    <label class="hidden" for="q">${label}</label>
    <input id="q" name="q" type="search" maxlength="200" placeholder="${label}" value="${query}" />
    ${button(submit, { look: "secondary" })}
  </form>`;

const nothing = ({ locale }: PageContext, query: string): Markup => {
  const { notes: text } = textFor(locale);
  return html`<p class="prose soft after" role="status">
    ${query === "" ? text.none : fill(text.nothing, { query: foreign(query) })}
  </p>`;
};

const listed = (page: PageContext, { csrf, course }: MyNotesView, note: ListedNote): Markup => {
  const { notes: text } = textFor(page.locale);
  return html`<li class="my-note">
    ${noteLines(page, note, { hasCourse: course === null })}
    <form method="post" action="/account/notes/${note.id}/delete">
      ${hidden("csrf", csrf)} ${course && hidden("course", course.href)}
      ${button(text.remove, { look: "plain", spoken: `${text.remove}: ${note.lecture.title}` })}
    </form>
  </li>`;
};

/** A note with the links to its lecture and position. */
export const noteLines = (page: PageContext, note: ListedNote, { hasCourse }: { hasCourse: boolean }): Markup => {
  const { notes: text } = textFor(page.locale);
  const { lecture, course, position } = note;
  return html`<div class="note-head">
      <a href="${lecture.href}#notes">${foreign(lecture.title)}</a>
      ${position !== null && jump(page, `${lecture.href}?at=${position}`, position)}
    </div>
    ${hasCourse && html`<p class="soft">${foreign(course.name)}</p>`}
    <p class="note-text foreign">${note.text === "" ? text.bookmark : note.text}</p>
    <p class="soft">${timestamp(page, note.savedAt)}</p>`;
};

const ways = ({ locale }: PageContext, { course, download }: MyNotesView): Markup => {
  const { notes: text } = textFor(locale);
  return html`<ul class="inline">
    ${download !== null && html`<li><a href="${download}" download>${text.download}</a></li>`}
    ${course && html`<li><a href="/account/notes">${text.allOf}</a></li>`}
  </ul>`;
};
