import { currentPassword } from "../parts/current-password.ts";
import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { type FormProblem, newPasswordField, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";

export type ChangePassword = { csrf: string; problems: readonly FormProblem[] };

/** Changes the password. Posts `csrf`, `current`, `password`. */
export const changePassword = (page: PageContext & { member: Person }, view: ChangePassword): string => {
  const { changePassword: text, field } = textFor(page.locale).signUp;
  const { problems } = view;
  return layout(page, {
    title: text.title,
    problem: problems.length > 0,
    width: "narrow",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${text.intro}</p>
      ${problemBox(page, problems)}
      <form method="post" action="/account/password" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("username", page.member.email)}
        ${currentPassword(page, problems, { focused: true })}
        ${newPasswordField(page, problems, { label: field.newPassword })} ${button(text.submit, { look: "primary" })}
      </form>
      <p class="aside"><a href="/account">${text.back}</a></p>`,
  });
};
