import { html, raw } from "hono/html";

import { lectureKinds } from "#domain/catalog/curriculum/lectures/lecture.ts";

import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { lengthOf, secondsOf } from "./outline-counts.ts";
import { acts, lectureRow, markOfValues, renameForm, type RowContext, schedule } from "./outline-row.ts";
import { type OutlineSection, selectionForm } from "./outline-parts.ts";

/** The mark of a section without its lectures. */
export const markOfSection = (section: OutlineSection): string =>
  markOfValues([section.title, section.status, section.drip, secondsOf(section)]);

/**
 * A section of the outline with its lectures, and the fields for a new lecture. `shown`: the lectures to render, for a
 * script that has the rest.
 */
export const sectionRow = (row: RowContext, section: OutlineSection, shown = section.lectures): Markup => {
  const { page, mayWrite } = row;
  const { locale } = page;
  const { outline: text } = textFor(locale).admin;
  const { id, title, status } = section;
  return html`<li
    class="section-of-outline"
    id="${id}"
    data-part="${id}"
    data-title="${title}"
    data-status="${status}"
    data-mark="${markOfSection(section)}"
  >
    <div class="head-of-part">
      <h2>
        ${row.renaming?.id === id ? renameForm(row, { id, title }) : html`<a class="name-of-part" href="/admin/sections/${id}">${foreign(title)}</a>`}
      </h2>
      <span class="facts-of-part"
        >${status !== "published" && badge(status, valueLabel(locale, "sections.status", status))}
        ${schedule(page, section)} <span class="soft length-of-part">${lengthOf(locale, section)}</span></span
      >
      ${mayWrite && acts(row, section, moreActs(row, section))}
    </div>
    <ol class="lectures-of-outline" data-lectures="${id}">
      ${shown.map((lecture) => lectureRow(row, lecture))}
    </ol>
    <p class="soft none-in-section">${text.emptySection}</p>
    ${mayWrite && newLecture(row, section)}
  </li>`;
};

/** Publishes or hides the section, and deletes it. */
const moreActs = ({ page }: RowContext, { id, title, status }: OutlineSection): Markup => {
  const { outline: text } = textFor(page.locale).admin;
  const spoken = (act: string) => fillPlain(text.actOn, { act, name: title });
  const change = status === "published" ? "unpublish" : "publish";
  return html`${[change, "delete"].map((act) => {
    const label = text[act === "delete" ? "delete" : change];
    return html`<button
      class="button plain"
      form="${selectionForm}"
      name="${act}-section"
      value="${id}"
      aria-label="${spoken(label)}"
    >
      ${label}
    </button>`;
  })}`;
};

const newLecture = ({ page, address }: RowContext, { id, title }: OutlineSection): Markup => {
  const { locale } = page;
  const { outline: text } = textFor(locale).admin;
  const label = fillPlain(text.newLecture, { name: title });
  return html`<form method="post" action="${address}" class="add-part">
    ${hidden("csrf", page.csrf)} ${hidden("act", "add-lecture")} ${hidden("section", id)}
    <input name="title" maxlength="200" required autocomplete="off" aria-label="${label}" placeholder="${label}" />
    <select name="kind" aria-label="${fillPlain(text.actOn, { act: text.kind, name: label })}">
      ${lectureKinds.map((kind) => html`<option value="${kind}" ${kind === "text" && raw("selected")}>${valueLabel(locale, "lectures.kind", kind)}</option>`)}
    </select>
    ${button(text.add, { look: "secondary", spoken: fillPlain(text.actOn, { act: text.add, name: label }) })}
  </form>`;
};
