import { html } from "hono/html";

import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";
import { questionAddress, type QuestionNarrowing, questionQuery } from "./question-addresses.ts";

/** The result of the last form, and the encoded ID of its question. */
export interface LastQuestion {
  id: string | undefined;
  done: keyof Catalogue["admin"]["resources"]["questions"]["notice"];
}

/** Says what was done, with a link to the question, and a button that returns a settled one. */
export const questionNotice = (page: AdminPage, { id, done }: LastQuestion, narrowing: QuestionNarrowing): Markup => {
  const { questions: text } = textFor(page.locale).admin.resources;
  return html`<div class="notice" role="status">
    <p>${text.notice[done]} ${id !== undefined && html`<a href="${questionAddress(id, narrowing)}">${text.see}</a>`}</p>
    ${id !== undefined && done === "settled" && reopenForm(page, id, narrowing)}
  </div>`;
};

/** Posts `act` (reopen) and the filters of the list. */
export const reopenForm = (page: AdminPage, id: string, narrowing: QuestionNarrowing): Markup => {
  const { questions: text } = textFor(page.locale).admin.resources;
  return html`<form method="post" action="${questionAddress(id, { course: "" })}" class="actions">
    ${hidden("csrf", page.csrf)} ${Object.entries(questionQuery(narrowing)).map(([name, value]) => hidden(name, value))}
    ${button(text.reopen, { look: "secondary", name: "act", value: "reopen" })}
  </form>`;
};
