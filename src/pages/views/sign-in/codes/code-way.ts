import { html } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { button, field, hidden } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";

/** Offer of codes by email on the sign-in page. */
export interface CodeWay {
  /** Target of the form that sends the email. */
  action: string;
  /** True: the page begins with the code. False: it has a button beside the password. */
  isFirst: boolean;
  /** The same page with the password. */
  password: string;
}

interface Form {
  csrf: string;
  email?: string | undefined;
  focused: boolean;
  describedBy: string | undefined;
}

/** The form that begins with the code. Posts `csrf` and `email`. */
export const codeForm = (page: PageContext, way: CodeWay, { csrf, email, focused, describedBy }: Form): Markup => {
  const { signInCodes: text, signIn } = textFor(page.locale);
  return html`<form method="post" action="${way.action}" class="stack">
      ${hidden("csrf", csrf)}
      ${field({
        name: "email",
        label: signIn.email,
        type: "email",
        autocomplete: "username",
        value: email,
        focused,
        invalid: describedBy !== undefined,
        describedBy,
      })}
      <p class="aside">${text.lead}</p>
      ${button(text.send, { look: "primary" })}
    </form>
    <p class="aside"><a href="${way.password}">${text.usePassword}</a></p>`;
};

/** Button of the form with the password. */
export const codeButton = (page: PageContext, { action }: CodeWay): Markup =>
  button(textFor(page.locale).signInCodes.send, { look: "secondary", action, skipValidation: true });
