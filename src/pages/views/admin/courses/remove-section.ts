import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import type { Outline, OutlineSection } from "./outline-parts.ts";

/** Asks what happens to the lectures of a section that is deleted. */
export const removeSection = (
  page: AdminPage,
  { outline, section, address }: { outline: Outline; section: OutlineSection; address: string },
): string => {
  const { outline: text, derived } = textFor(page.locale).admin;
  const { remove } = text;
  const otherSections = outline.sections.filter(({ id }) => id !== section.id);
  const title = fillPlain(remove.title, { name: section.title });
  return adminLayout(page, {
    title,
    crumb: text.title,
    parent: [`/admin/courses/${outline.courseId}`, outline.course],
    content: html`<h1>${title}</h1>
      <p class="lead">${fillPlain(remove.about, { count: String(section.lectures.length) })}</p>
      <form method="post" action="${address}" class="stack">
        ${hidden("csrf", page.csrf)} ${hidden("delete-section", section.id)}
        <fieldset>
          <legend>${remove.lectures}</legend>
          ${otherSections.length !== 0 && choice("keep", remove.keep, true)}
          ${choice("delete", remove.all, otherSections.length === 0)}
        </fieldset>
        ${
          otherSections.length !== 0 &&
          html`<div class="field">
            <label for="target">${remove.target}</label>
            <select id="target" name="target">
              ${otherSections.map((one) => html`<option value="${one.id}">${one.title}</option>`)}
            </select>
          </div>`
        }
        <div class="actions">
          ${button(remove.act, { look: "danger" })}
          <a class="button plain" href="${address}#${section.id}">${derived.form.leave}</a>
        </div>
      </form>`,
  });
};

const choice = (value: string, label: string, isChecked: boolean): Markup =>
  html`<div class="choice">
    <label
      ><input type="radio" name="lectures" value="${value}" ${isChecked && raw("checked")} />
      <span>${label}</span></label
    >
  </div>`;
