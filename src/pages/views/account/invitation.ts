import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { checkedField, type FormProblem, newPasswordField, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

export type Invitation = {
  csrf: string;
  /** Secret of the emailed link. */
  link: string;
  name: string;
  email: string;
  /** `join` if the person has an account, whose password does not change. */
  step: "choose_password" | "join";
  problems: readonly FormProblem[];
};

/** Target of an invitation link. Posts `csrf`, `link`, and `name` and `password` if they are chosen here. */
export const invitation = (page: PageContext, view: Invitation): string => {
  const { invitation: text, confirmSignUp, field } = textFor(page.locale).signUp;
  const joins = view.step === "join";
  const site = foreign(page.site.name);
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${fill(text.heading, { site })}</h1>
      <p class="lead">${fill(joins ? text.join : text.intro, { site })}</p>
      ${problemBox(page, view.problems)}
      <dl class="entries">
        <div class="entry">
          <dt>${confirmSignUp.email}</dt>
          <dd>${foreign(view.email)}</dd>
        </div>
      </dl>
      <form method="post" action="/invitation" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("link", view.link)}
        ${
          !joins &&
          html`${checkedField(view.problems, {
            name: "name",
            label: field.name,
            type: "text",
            autocomplete: "name",
            value: view.name,
          })}
          ${newPasswordField(page, view.problems, { label: field.password })}`
        }
        ${button(text.submit, { look: "primary" })}
      </form>
      <p class="after">${text.decline}</p>`,
  });
};
