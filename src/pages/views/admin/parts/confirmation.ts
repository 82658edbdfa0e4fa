import { html } from "hono/html";

import type { FormFields } from "#lib/form-fields.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { adminLayout, type AdminPage, type AdminSheet } from "../layout.ts";

export interface Confirmation extends Pick<AdminSheet, "parent" | "above"> {
  title: string;
  consequence: string;
  /** The label of the button. */
  act: string;
  /** The page that asked. */
  back: string;
  action: string;
  /** The submitted form. */
  fields: FormFields;
}

/** The question before a dangerous act. Posts the submitted form again with `confirmed`. */
export const confirmation = (page: AdminPage, view: Confirmation): string =>
  adminLayout(page, {
    title: view.title,
    parent: view.parent,
    above: view.above,
    content: html`<h1>${view.title}</h1>
      <p class="lead">${view.consequence}</p>
      <form method="post" action="${view.action}" class="stack">
        ${hidden("csrf", page.csrf)} ${view.fields.map(([name, value]) => hidden(name, value))}
        ${hidden("confirmed", "yes")}
        <div class="actions">
          ${button(view.act, { look: "danger" })}
          <a class="button plain" href="${view.back}">${textFor(page.locale).admin.derived.form.leave}</a>
        </div>
      </form>`,
  });
