import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { checkedField, type FormProblem, newPasswordField } from "../parts/form-problems.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import type { Markup } from "../parts/markup.ts";

interface SignUpForm {
  csrf: string;
  action: string;
  /** Begins the IDs of the fields, on a page with other forms. */
  prefix?: string;
  name?: string | undefined;
  email?: string | undefined;
  problems: readonly FormProblem[];
  /** The school signs people in by email. */
  withoutPassword?: boolean | undefined;
  focused?: boolean;
}

/** Posts `csrf`, `name`, `email` and, unless the school does without, `password`. */
export const signUpForm = (
  page: PageContext,
  { csrf, action, prefix = "", name, email, problems, withoutPassword = false, focused = false }: SignUpForm,
): Markup => {
  const { signUp: text, field } = textFor(page.locale).signUp;
  const named = { id: `${prefix}name`, name: "name", label: field.name, value: name };
  const addressed = { id: `${prefix}email`, name: "email", label: field.email, value: email };
  return html`<form method="post" action="${action}" class="stack">
    ${hidden("csrf", csrf)} ${checkedField(problems, { ...named, type: "text", autocomplete: "name", focused })}
    ${checkedField(problems, { ...addressed, type: "email", autocomplete: "username" })}
    ${!withoutPassword && newPasswordField(page, problems, { id: `${prefix}password`, label: field.password })}
    ${button(text.submit, { look: "primary" })}
  </form>`;
};
