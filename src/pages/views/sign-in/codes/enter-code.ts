import { html, raw } from "hono/html";
import type { Refusal } from "#domain/people/sign-in-codes/enter-with-code.ts";
import { textFor } from "../../../text/catalogue.ts";
import { layout } from "../../frame/layout.ts";
import { wait } from "../../parts/dates.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";

export type CodeProblem = { kind: Refusal | "session_expired" } | { kind: "too_many"; retryAfterSeconds: number };

export interface EnterCode {
  csrf: string;
  /** Target of the digits. */
  action: string;
  /** Target of the form that sends another email. */
  again: string;
  /** URL of sign-in. */
  signIn: string;
  /** As entered by the person. */
  email: string;
  /** Encrypted form that is shown again after sign-in. */
  unsaved: string | undefined;
  isAgain?: boolean;
  problem?: CodeProblem | undefined;
}

/** Page for the digits of an email. Posts `csrf`, `digits` and `unsaved`, or `csrf` and `email` for another email. */
export const enterCode = (page: PageContext, view: EnterCode): string => {
  const { enter: text } = textFor(page.locale).signInCodes;
  const unsaved = view.unsaved === undefined ? raw("") : hidden("unsaved", view.unsaved);
  return layout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    width: "narrow",
    head: "bare",
    content: html`${view.isAgain && notice(text.sentAgain)}
      <h1>${text.title}</h1>
      <p class="lead">
        ${fill(text.lead, { email: html`<strong>${foreign(view.email)}</strong>`, site: foreign(page.site.name) })}
      </p>
      ${view.problem && problem("problem", problemText(page, view.problem))}
      <form method="post" action="${view.action}" class="stack">
        ${hidden("csrf", view.csrf)} ${unsaved}
        <div class="field">
          <label for="digits">${text.digits}</label>
          <input
            id="digits"
            name="digits"
            type="text"
            inputmode="numeric"
            autocomplete="one-time-code"
            autocapitalize="none"
            spellcheck="false"
            maxlength="20"
            class="digits"
            required
            autofocus
            ${view.problem && raw('aria-invalid="true" aria-describedby="problem"')}
          />
        </div>
        ${button(text.submit, { look: "primary" })}
      </form>
      <form method="post" action="${view.again}" class="stack after">
        ${hidden("csrf", view.csrf)} ${hidden("email", view.email)} ${hidden("again", "1")} ${unsaved}
        <p class="aside">${text.none}</p>
        ${button(text.again, { look: "plain" })}
      </form>
      <p class="aside"><a href="${view.signIn}">${text.back}</a></p>`,
  });
};

const problemText = (page: PageContext, found: CodeProblem): string | Markup => {
  const { signInCodes, signIn } = textFor(page.locale);
  if (found.kind === "too_many")
    return fill(signIn.problem.too_many, { wait: wait(page.locale, found.retryAfterSeconds) });
  return found.kind === "session_expired" ? signIn.problem.session_expired : signInCodes.problem[found.kind];
};
