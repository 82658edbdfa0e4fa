import { html } from "hono/html";

import type { SignUpStep } from "#domain/people/sign-up/confirm-sign-up.ts";
import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { checkedField, type FormProblem, newPasswordField, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";

export type ConfirmSignUp = {
  csrf: string;
  /** Secret of the emailed link. */
  link: string;
  name: string;
  email: string;
  /**
   * `confirm`: opened in the browser with the form. `choose_password`, `enter_name`: opened in another browser. `join`:
   * the person has an account from another site.
   */
  step: SignUpStep;
  /** True if the person has chosen a free item, which they get with the form. */
  takes?: boolean;
  problems: readonly FormProblem[];
};

/** Target of the sign-up link. Posts `csrf`, `link`, and `name` and `password` if they are chosen here. */
export const confirmSignUp = (page: PageContext, view: ConfirmSignUp): string => {
  const { confirmSignUp: text, field } = textFor(page.locale).signUp;
  const joins = view.step === "join";
  const title = joins ? text.joinTitle : text.title;
  const site = foreign(page.site.name);
  return layout(page, {
    title: joins ? text.joinSubmit : text.title,
    problem: view.problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${fill(title, { site })}</h1>
      <p class="lead">${fill(joins ? text.join : text.intro, { site })}</p>
      ${view.takes && html`<p>${text.takes}</p>`} ${problemBox(page, view.problems)}
      <dl class="entries">
        ${view.step === "confirm" && entry(text.name, view.name)} ${entry(text.email, view.email)}
      </dl>
      <form method="post" action="/sign-up/confirm" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("link", view.link)}
        ${view.step === "choose_password" && html`<p>${text.elsewhere}</p>`}
        ${
          view.step !== "confirm" &&
          checkedField(view.problems, {
            name: "name",
            label: field.name,
            type: "text",
            autocomplete: "name",
            value: view.name,
          })
        }
        ${view.step === "choose_password" && newPasswordField(page, view.problems, { label: field.password })}
        ${button(joins ? text.joinSubmit : text.submit, { look: "primary" })}
      </form>`,
  });
};

const entry = (term: string, value: string): Markup =>
  html`<div class="entry">
    <dt>${term}</dt>
    <dd>${foreign(value)}</dd>
  </div>`;
