import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { type FormProblem, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";
import { signUpForm } from "./sign-up-form.ts";

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
  withoutPassword?: boolean;
};

export const signUp = (page: PageContext, view: SignUp): string => {
  const { signUp: text } = textFor(page.locale).signUp;
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
      ${problemBox(page, problems)} ${signUpForm(page, { ...view, focused: !view.name })}
      <p class="aside">${text.already} <a href="${view.signIn}">${text.signIn}</a></p>`,
  });
};
