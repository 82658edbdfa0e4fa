import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

export interface Teaching {
  lecturers: readonly { id: string; name: string }[];
  /** Lecturers to choose from; undefined if there are too many, or the person may not add one. */
  choices: readonly { id: string; name: string; isSelf: boolean }[] | undefined;
  /** The form that adds and removes. */
  address: string | undefined;
  /** The form for a new lecturer. */
  create: string | undefined;
}

/** The lecturers of a course, and the way to add one. */
export const teachingView = (page: AdminPage, { lecturers, choices, address, create }: Teaching): Markup => {
  const { lecturers: text } = textFor(page.locale).admin.course;
  return html`<section aria-labelledby="teaching">
    <h2 id="teaching">${text.title}</h2>
    ${
      lecturers.length === 0
        ? html`<p class="soft">${text.none}</p>`
        : html`<ul class="teaching">
            ${lecturers.map(({ id, name }) => html`<li><a href="/admin/lecturers/${id}">${foreign(name)}</a> ${removal(page, address, { id, name })}</li>`)}
          </ul>`
    }
    ${
      address !== undefined &&
      !(choices !== undefined && choices.length === 0) &&
      (choices === undefined
        ? html`<p class="hint">${text.many}</p>`
        : html`<form method="post" action="${address}" class="add-lecturer">
            ${hidden("csrf", page.csrf)} ${hidden("act", "add")}
            <label for="lecturer">${text.choose}</label>
            <select id="lecturer" name="lecturer" required>
              <option value="">${text.pick}</option>
              ${choices.map(({ id, name, isSelf }) => html`<option value="${id}" ${isSelf && lecturers.length === 0 && raw("selected")}>${name}</option>`)}
            </select>
            ${button(text.add, { look: "secondary", spoken: fillPlain(text.actOn, { act: text.add, name: text.choose }) })}
          </form>`)
    }
    ${create !== undefined && html`<p class="ways"><a href="${create}">${text.create}</a></p>`}
  </section>`;
};

const removal = (page: AdminPage, address: string | undefined, { id, name }: { id: string; name: string }): Markup => {
  const { lecturers: text } = textFor(page.locale).admin.course;
  if (address === undefined) return raw("");
  return html`<form method="post" action="${address}">
    ${hidden("csrf", page.csrf)} ${hidden("act", "remove")} ${hidden("lecturer", id)}
    ${button(text.remove, { look: "plain", spoken: fillPlain(text.actOn, { act: text.remove, name }) })}
  </form>`;
};
