import { html } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import { button, field, hidden, notice } from "../parts/fields.ts";
import { fill, foreign } from "../parts/markup.ts";
import type { PageContext } from "../parts/page-context.ts";

export interface SignUpSent {
  csrf: string;
  action: string;
  email: string;
  /** The sign-up, encrypted for this browser. */
  again: string;
  /** True if the email was sent again. */
  isAgain: boolean;
  /** URL of sign-in. */
  signIn: string;
}

/** Page after sign-up. Posts `csrf`, `again` and `email` to send the email again, also to a corrected address. */
export const signUpSent = (page: PageContext, view: SignUpSent): string => {
  const { signUpSent: text, field: fields } = textFor(page.locale).signUp;
  return layout(page, {
    title: text.title,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      ${view.isAgain && notice(text.sentAgain)}
      <p class="lead">${fill(text.lead, { email: html`<strong>${foreign(view.email)}</strong>` })}</p>
      <form method="post" action="${view.action}" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("again", view.again)}
        <p>${text.none}</p>
        <details>
          <summary>${text.wrong}</summary>
          ${field({ name: "email", type: "email", label: fields.email, autocomplete: "email", value: view.email })}
        </details>
        ${button(text.again, { look: "secondary" })}
      </form>
      <p class="aside"><a href="${view.signIn}">${text.back}</a></p>`,
  });
};
