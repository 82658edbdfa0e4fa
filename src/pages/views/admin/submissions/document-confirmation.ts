import { formatNumber } from "#lib/text/formats.ts";
import { html } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type Confirmation = {
  what: "block" | "forget";
  name: string;
  action: string;
  /** URL for canceling. */
  back: string;
  /** Number of members who must authorize the application again. */
  endsFor: number;
};

/** Confirmation page. Posts `csrf`. */
export const documentConfirmation = (page: AdminPage, view: Confirmation): string => {
  const { documents: text } = textFor(page.locale).admin;
  const question = { block: text.blocking, forget: text.forgetting }[view.what];
  return adminLayout(page, {
    title: fillPlain(question.title, { name: view.name }),
    content: html`<h1>${fill(question.title, { name: foreign(view.name) })}</h1>
      <p class="lead">${question.about}</p>
      ${
        view.endsFor !== 0 &&
        html`<p class="prose">${fillPlain(text.review.ends, { count: formatNumber(page.locale, view.endsFor) })}</p>`
      }
      <form method="post" action="${view.action}" class="actions">
        ${hidden("csrf", page.csrf)} ${button(text.decisions[view.what], { look: "danger" })}
        <a class="button secondary" href="${view.back}">${question.cancel}</a>
      </form>`,
  });
};
