import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { type FormProblem, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

export type ConfirmEmail = {
  csrf: string;
  /** Secret of the emailed link. */
  link: string;
  email: string;
  /** Purpose: verify the current address, or the school's sender address. */
  confirms: "verify" | "sender";
  problems: readonly FormProblem[];
};

/** Confirmation button behind an emailed link, because mail scanners open links. Posts `csrf`, `link`. */
export const confirmEmail = (page: PageContext, view: ConfirmEmail): string => {
  const { confirmEmail: text } = textFor(page.locale).signUp;
  const email = html`<strong>${foreign(view.email)}</strong>`;
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text[view.confirms], { email, site: foreign(page.site.name) })}</p>
      ${problemBox(page, view.problems)}
      <form method="post" action="${view.confirms === "sender" ? "/sender/confirm" : "/email/confirm"}" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("link", view.link)} ${button(text.submit, { look: "primary" })}
      </form>`,
  });
};
