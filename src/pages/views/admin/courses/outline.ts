import { html, raw } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { islandHead } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { totalOf } from "./outline-counts.ts";
import { type Outline, selectionForm } from "./outline-parts.ts";
import type { Renaming, RowContext } from "./outline-row.ts";
import { wayToPublication } from "./way-to-publication.ts";
import { sectionRow } from "./outline-section.ts";

export interface OutlinePage {
  outline: Outline;
  address: string;
  /** The result of the last act, and the text that undoes it. */
  notice: { text: string; undo?: string | undefined } | undefined;
  /** Why nothing was done, or not all of it. */
  failures: readonly string[];
  renaming: Renaming | undefined;
}

/** The sections and lectures of a course as a tree. */
export const outlinePage = (page: AdminPage, view: OutlinePage): string => {
  const { outline: text } = textFor(page.locale).admin;
  const { outline, address } = view;
  const { courseId, course, mayWrite, sections } = outline;
  const row: RowContext = { page, address, mayWrite, renaming: view.renaming };
  return adminLayout(page, {
    title: fillPlain(text.titleOf, { course }),
    crumb: text.title,
    parent: [`/admin/courses/${courseId}`, course],
    links: islandHead(page),
    content: html`<div class="head-of-list">
        <h1>
          ${text.title}
          ${badge(outline.way.status, fillPlain(textFor(page.locale).admin.course.checklist.status, { status: valueLabel(page.locale, "courses.status", outline.way.status) }))}
        </h1>
        <p class="total" id="total-of-outline">${totalOf(page.locale, outline)}</p>
      </div>
      <div id="way-of-course">${wayToPublication(page, outline.way, address)}</div>
      ${failed(view)} ${done(page, view)}
      <l-outline class="outline" data-address="${address}" data-version="${String(outline.version)}">
        <p class="soft none-in-outline">${text.empty}</p>
        <ol class="sections-of-outline">
          ${sections.map((section) => sectionRow(row, section))}
        </ol>
        ${mayWrite && html`<p class="hint">${text.filesHint}</p>`} ${mayWrite && newSection(page, address)}
        ${mayWrite && outlineBar(page, address, outline)}
      </l-outline>`,
  });
};

const failed = ({ failures }: OutlinePage): Markup =>
  failures.length === 0
    ? raw("")
    : problem("problem", html`${failures.map((reason) => html`<span class="reason">${reason}</span>`)}`);

const done = (page: AdminPage, { notice, address }: OutlinePage): Markup => {
  if (!notice) return raw("");
  const { outline: text } = textFor(page.locale).admin;
  return html`<div class="notice with-undo" role="status">
    <p>${notice.text}</p>
    ${
      notice.undo !== undefined &&
      html`<form method="post" action="${address}">
        ${hidden("csrf", page.csrf)} ${hidden("act", "undo")} ${hidden("undo", notice.undo)}
        ${button(text.undo, { look: "secondary" })}
      </form>`
    }
  </div>`;
};

const newSection = (page: AdminPage, address: string): Markup => {
  const { outline: text } = textFor(page.locale).admin;
  return html`<form method="post" action="${address}" class="add-part add-section">
    ${hidden("csrf", page.csrf)} ${hidden("act", "add-section")}
    <input
      name="title"
      maxlength="200"
      required
      autocomplete="off"
      aria-label="${text.newSection}"
      placeholder="${text.newSection}"
    />
    ${button(text.add, { look: "secondary", spoken: fillPlain(text.actOn, { act: text.add, name: text.newSection }) })}
  </form>`;
};

/** The form that all rows belong to: actions with the selected lectures. */
const outlineBar = (page: AdminPage, address: string, outline: Outline): Markup => {
  const { outline: text } = textFor(page.locale).admin;
  const { bar } = text;
  return html`<form
    method="post"
    action="${address}"
    id="${selectionForm}"
    class="outline-bar"
    aria-label="${bar.label}"
  >
    ${hidden("csrf", page.csrf)}
    <span class="soft">${bar.label}</span>
    ${button(text.publish, { look: "secondary", name: "act", value: "publish" })}
    ${button(text.unpublish, { look: "secondary", name: "act", value: "unpublish" })}
    <span class="with-field"
      ><label for="bar-section">${bar.section}</label>
      <select id="bar-section" name="section">
        ${outline.sections.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}
      </select>
      ${button(bar.move, { look: "secondary", name: "act", value: "move" })}</span
    >
    ${scheduling(page, outline)} ${button(text.delete, { look: "danger", name: "act", value: "delete" })}
  </form>`;
};

/** The field fits how the course opens its lectures. */
const scheduling = (page: AdminPage, { release, courseId }: Outline): Markup => {
  const { outline: text } = textFor(page.locale).admin;
  const { bar } = text;
  if (release === "sequential") return html`<span class="hint">${text.sequential}</span>`;
  if (release === "none") {
    return html`<span class="hint"
      >${bar.noSchedule} <a href="/admin/courses/${courseId}/edit">${bar.settings}</a></span
    >`;
  }
  const isDate = release === "by_date";
  return html`<span class="with-field"
    ><label for="bar-opens">${isDate ? bar.date : bar.days}</label>
    <input id="bar-opens" name="opens" ${isDate ? raw('type="date"') : raw('type="number" min="0" max="3650"')} />
    ${button(bar.schedule, { look: "secondary", name: "act", value: "schedule" })}</span
  >`;
};
