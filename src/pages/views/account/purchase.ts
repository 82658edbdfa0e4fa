import { html } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import { button, hidden } from "../parts/fields.ts";
import { checkedField, type FormProblem, newPasswordField, problemBox } from "../parts/form-problems.ts";
import { fill, foreign } from "../parts/markup.ts";
import type { PageContext } from "../parts/page-context.ts";

export interface Purchase {
  csrf: string;
  /** Secret of the emailed link. */
  link: string;
  /** The address to which the link was sent. */
  email: string;
  /** `join` if the address has an account, whose password does not change. */
  step: "choose_password" | "join";
  /** As entered, if the form was refused. */
  name: string | undefined;
  problems: readonly FormProblem[];
}

/** Target of the link of a receipt. Posts `csrf`, `link`, and `name` and `password` if they are chosen here. */
export const purchase = (page: PageContext, view: Purchase): string => {
  const { purchase: text, field } = textFor(page.locale).signUp;
  const joins = view.step === "join";
  const values = { email: html`<strong>${foreign(view.email)}</strong>`, site: foreign(page.site.name) };
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(joins ? text.join : text.intro, values)}</p>
      ${problemBox(page, view.problems)}
      <form method="post" action="/purchase/confirm" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("link", view.link)}
        ${
          !joins &&
          html`${checkedField(view.problems, {
            name: "name",
            label: field.name,
            type: "text",
            autocomplete: "name",
            focused: true,
            value: view.name,
          })}
          ${newPasswordField(page, view.problems, { label: field.password })}`
        }
        ${button(joins ? text.joinSubmit : text.submit, { look: "primary" })}
      </form>
      <p class="after">${text.notYou}</p>`,
  });
};
