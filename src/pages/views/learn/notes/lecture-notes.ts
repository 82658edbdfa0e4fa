import { html } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, type Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";
import { workIsland } from "../../parts/student-islands.ts";
import { clock } from "#lib/time/clock-format.ts";

interface NoteView {
  id: string;
  /** Seconds. Null without a position. */
  position: number | null;
  text: string;
  revision: string;
  savedAt: Date;
}

/** The member's private notes below a lecture. */
export interface LectureNotesView {
  csrf: string;
  /** Page of the lecture. */
  here: string;
  /** Separates the people who use the browser. */
  keeper: string;
  /** True if the lecture has a video or audio whose position the page knows. */
  hasPosition: boolean;
  notes: readonly NoteView[];
  /** ID of the next note. */
  nextId: string;
  isFull: boolean;
  /** All notes of the member in the course. */
  ofCourse: string;
}

/** Notes and bookmarks, and the form for the next one. `l-notes` adds them without a reload. */
export const lectureNotes = (page: PageContext, view: LectureNotesView): Markup => {
  const { notes: text } = textFor(page.locale);
  return html`<section id="notes" class="notes" aria-labelledby="notes-title">
    <l-notes>
      <h2 id="notes-title" tabindex="-1">${text.title}</h2>
      <p class="soft">${text.private} <a href="${view.ofCourse}">${text.ofCourse}</a></p>
      ${
        view.notes.length !== 0 &&
        html`<ul class="note-list">
          ${view.notes.map((note) => noteOf(page, view, note))}
        </ul>`
      }
      ${view.isFull ? html`<p class="notice">${text.full}</p>` : nextNote(page, view)}
    </l-notes>
  </section>`;
};

const nextNote = (page: PageContext, view: LectureNotesView): Markup => {
  const { notes: text } = textFor(page.locale);
  return html`<form method="post" action="${view.here}/notes" class="note-form" autocomplete="off">
    ${hidden("csrf", view.csrf)} ${hidden("note", view.nextId)} ${hidden("revision", "")} ${island(view, "new-note")}
    ${area("next-note", text.text, "")} ${view.hasPosition && positionField(page, "next-at", "")}
    <div class="foot-of-work">
      <p class="saved soft" role="status"></p>
      ${button(text.add, { look: "secondary" })}
      ${!isBookmarked(view) && button(text.addBookmark, { look: "plain", name: "act", value: "bookmark" })}
    </div>
  </form>`;
};

/** A lecture without positions has one bookmark. */
const isBookmarked = ({ hasPosition, notes }: LectureNotesView): boolean =>
  !hasPosition && notes.some(({ text }) => text === "");

const noteOf = (page: PageContext, view: LectureNotesView, note: NoteView): Markup => {
  const { notes: text } = textFor(page.locale);
  const { id, position } = note;
  return html`<li id="${id}" class="my-note">
    <div class="note-head">
      ${position !== null && jump(page, `${view.here}?at=${position}`, position)}
      ${note.text === "" && html`<span>${text.bookmark}</span>`}
      <span class="soft">${timestamp(page, note.savedAt)}</span>
    </div>
    ${
      note.text === ""
        ? html`<form method="post" action="${view.here}/notes/${id}">
            ${hidden("csrf", view.csrf)} ${button(text.remove, { look: "plain", name: "act", value: "delete" })}
          </form>`
        : html`<p class="note-text foreign">${note.text}</p>`
    }
    <details>
      <summary aria-label="${fillPlain(text.editOf, { note: nameOf(page, note) })}">${text.edit}</summary>
      <form method="post" action="${view.here}/notes/${id}" class="note-form" autocomplete="off">
        ${hidden("csrf", view.csrf)} ${hidden("note", id)} ${hidden("revision", note.revision)} ${island(view, id)}
        ${area(`text-${id}`, text.changed, note.text)}
        ${view.hasPosition && positionField(page, `at-${id}`, position === null ? "" : clock(position))}
        <div class="foot-of-work">
          <p class="saved soft" role="status">${fill(text.saved, { time: timestamp(page, note.savedAt) })}</p>
          ${button(text.save, { look: "secondary", name: "act", value: "save" })}
          ${button(text.remove, { look: "danger", name: "act", value: "delete" })}
        </div>
      </form>
    </details>
  </li>`;
};

/** Returns the beginning of a note, for screen readers. */
const nameOf = ({ locale }: PageContext, { position, text }: NoteView): string => {
  const { notes } = textFor(locale);
  const start = text.slice(0, 40).trim() || notes.bookmark;
  return position === null ? start : `${clock(position)} ${start}`;
};

/** A position that a script jumps to in the page. */
export const jump = ({ locale }: PageContext, href: string, position: number): Markup => {
  const { notes: text } = textFor(locale);
  return html`<a class="note-at" href="${href}" data-at="${String(position)}"
    >${fillPlain(text.at, { position: clock(position) })}</a
  >`;
};

const island = ({ here, keeper }: LectureNotesView, subject: string): Markup =>
  workIsland({ address: `${here}/notes/draft`, keeper, subject, isElsewhere: false });

const area = (id: string, label: string, value: string): Markup =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <textarea id="${id}" name="text" rows="3" maxlength="5000">${value}</textarea>
  </div>`;

const positionField = ({ locale }: PageContext, id: string, value: string): Markup => {
  const { notes: text } = textFor(locale);
  return html`<div class="field note-position">
    <label for="${id}">${text.position}</label>
    <input
      id="${id}"
      name="at"
      inputmode="text"
      maxlength="8"
      pattern="(\\d{1,2}:)?\\d{1,4}:[0-5]\\d|\\d{1,6}"
      value="${value}"
    />
    <button type="button" class="button plain" data-now hidden>${text.now}</button>
  </div>`;
};
