import { html } from "hono/html";

import { textFor } from "../text/catalogue.ts";
import { button, hidden } from "./fields.ts";
import { checkedField, type FormProblem, newPasswordField, problemBox } from "./form-problems.ts";
import { layout, type PageContext } from "./layout.ts";
import { fill, foreign } from "./markup.ts";

export type SignUp = {
  csrf: string;
  action: string;
  /** URL of sign-in. */
  signIn: string;
  /** Client of the pending authorization request. */
  client?: { name: string } | undefined;
  name?: string | undefined;
  email?: string | undefined;
  problems: readonly FormProblem[];
};

/** Sign-up form. Posts `csrf`, `name`, `email`, `password`. */
export const signUp = (page: PageContext, view: SignUp): string => {
  const { signUp: text, field } = textFor(page.locale).signUp;
  const site = foreign(page.site.name);
  const { problems } = view;
  return layout(page, {
    title: text.title,
    problem: problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">
        ${view.client ? fill(text.toClient, { client: html`<strong>${foreign(view.client.name)}</strong>`, site }) : fill(text.toSite, { site })}
      </p>
      ${problemBox(page, problems)}
      <form method="post" action="${view.action}" class="stack">
        ${hidden("csrf", view.csrf)}
        ${checkedField(problems, {
          name: "name",
          label: field.name,
          type: "text",
          autocomplete: "name",
          value: view.name,
          focused: !view.name,
        })}
        ${checkedField(problems, {
          name: "email",
          label: field.email,
          type: "email",
          autocomplete: "username",
          value: view.email,
        })}
        ${newPasswordField(page, problems, { label: field.password })} ${button(text.submit, { look: "primary" })}
      </form>
      <p class="aside">${text.already} <a href="${view.signIn}">${text.signIn}</a></p>`,
  });
};
