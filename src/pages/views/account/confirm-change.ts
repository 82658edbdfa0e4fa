import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { type FormProblem, problemBox } from "../parts/form-problems.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";

export type ConfirmChange = {
  /** The new address. */
  email: string;
  /** The present address, masked for readers who are not signed in to the account. */
  current: string;
  /** `confirm`: signed in to the account. `sign_out`: signed in to another one, with the address `own`. */
  next:
    | { step: "confirm"; csrf: string; link: string }
    | { step: "sign_in"; href: string }
    | { step: "sign_out"; own: string };
  problems: readonly FormProblem[];
};

/** Target of the link that changes an address. Posts `csrf`, `link` for the owner of the account. */
export const confirmChange = (page: PageContext, { email, current, next, problems }: ConfirmChange): string => {
  const { confirmChange: text } = textFor(page.locale).signUp;
  const values = { email: address(email), current: address(current), site: foreign(page.site.name) };
  const ownAddress = next.step === "sign_out" ? address(next.own) : raw("");
  return layout(page, {
    title: text.title,
    problem: problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(next.step === "confirm" ? text.yours : text.theirs, values)}</p>
      ${problemBox(page, problems)}
      <p class="prose">${fill(text[next.step], { ...values, own: ownAddress })}</p>
      <p class="prose">${text.unknown}</p>
      ${
        next.step === "confirm"
          ? html`<form method="post" action="/email/confirm" class="stack">
              ${hidden("csrf", next.csrf)} ${hidden("link", next.link)} ${button(text.submit, { look: "primary" })}
            </form>`
          : next.step === "sign_in"
            ? html`<p class="after"><a class="button primary" href="${next.href}">${text.signIn}</a></p>`
            : html`<p class="after"><a class="button secondary" href="/sign-out">${text.signOut}</a></p>`
      }`,
  });
};

const address = (value: string): Markup => html`<strong>${foreign(value)}</strong>`;
