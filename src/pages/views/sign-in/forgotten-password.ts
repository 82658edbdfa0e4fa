import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { checkedField, type FormProblem, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

export type ForgottenPassword = {
  csrf: string;
  action: string;
  signIn: string;
  email?: string | undefined;
  problems: readonly FormProblem[];
};

/** Requests a password reset link. Posts `csrf` and `email`. */
export const forgottenPassword = (page: PageContext, view: ForgottenPassword): string => {
  const { forgotten: text, field } = textFor(page.locale).signUp;
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${problemBox(page, view.problems)}
      <form method="post" action="${view.action}" class="stack">
        ${hidden("csrf", view.csrf)}
        ${checkedField(view.problems, {
          name: "email",
          label: field.email,
          type: "email",
          autocomplete: "username",
          value: view.email,
          focused: true,
        })}
        ${button(text.submit, { look: "primary" })}
      </form>
      <p class="aside"><a href="${view.signIn}">${text.back}</a></p>`,
  });
};
