import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";
import { type Outline, selectionForm } from "./outline-parts.ts";

/** The form that all rows belong to: actions with the selected lectures. */
export const outlineBar = (page: AdminPage, address: string, outline: Outline): Markup => {
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
