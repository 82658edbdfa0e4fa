import { currentPassword } from "../parts/current-password.ts";
import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { checkedField, type FormProblem, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

export type ChangeEmail = { csrf: string; email?: string | undefined; problems: readonly FormProblem[] };

/** Changes the email address. Posts `csrf`, `email`, `current`. */
export const changeEmail = (page: PageContext & { member: Person }, view: ChangeEmail): string => {
  const { changeEmail: text, field } = textFor(page.locale).signUp;
  const { problems } = view;
  return layout(page, {
    title: text.title,
    problem: problems.length > 0,
    width: "narrow",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.intro, { email: html`<strong>${foreign(page.member.email)}</strong>` })}</p>
      ${problemBox(page, problems)}
      <form method="post" action="/account/email" class="stack">
        ${hidden("csrf", view.csrf)}
        ${checkedField(problems, {
          name: "email",
          label: field.newEmail,
          type: "email",
          autocomplete: "email",
          value: view.email,
          focused: !view.email,
        })}
        ${currentPassword(page, problems, { focused: Boolean(view.email) })} ${button(text.submit, { look: "primary" })}
      </form>
      <p class="aside"><a href="/account">${text.back}</a></p>`,
  });
};
