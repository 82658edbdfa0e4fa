import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, checkbox, hidden } from "../parts/fields.ts";
import { type FormProblem, newPasswordField, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

export type NewPassword = {
  csrf: string;
  /** Secret of the emailed link. */
  link: string;
  /** Address of the account. The link was sent to it, so its reader may see it. */
  email: string;
  /** Disconnects connected apps: always (school setting) or as selected. */
  disconnects: "always" | boolean;
  problems: readonly FormProblem[];
};

/** Password reset form. Posts `csrf`, `link`, `password`, `disconnect_apps`. */
export const newPassword = (page: PageContext, view: NewPassword): string => {
  const { newPassword: text, field } = textFor(page.locale).signUp;
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">
        ${fill(text.intro, { email: html`<strong>${foreign(view.email)}</strong>`, site: foreign(page.site.name) })}
      </p>
      ${problemBox(page, view.problems)}
      <form method="post" action="/password/new" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("link", view.link)}
        ${newPasswordField(page, view.problems, { label: field.newPassword, focused: true })}
        ${
          view.disconnects === "always"
            ? html`<p class="soft">${fill(text.appsAlways, { site: foreign(page.site.name) })}</p>`
            : checkbox({
                name: "disconnect_apps",
                label: text.apps,
                hint: text.appsHint,
                checked: view.disconnects,
              })
        }
        ${button(text.submit, { look: "primary" })}
      </form>`,
  });
};
