import { html, raw } from "hono/html";

import { textFor } from "../text/catalogue.ts";
import { mark } from "./application-mark.ts";
import { wait } from "./dates.ts";
import { button, field, hidden, notice, problem } from "./fields.ts";
import { layout, type PageContext } from "./layout.ts";
import { fill, fillPlain, foreign, type Markup } from "./markup.ts";

/** Notices of actions on earlier pages. */
export const signInNotices = ["signed_up", "joined", "password_set"] as const;

export type SignIn = {
  csrf: string;
  action: string;
  /** Encrypted form that is shown again after sign-in. */
  unsaved?: string | undefined;
  /** Client of the pending authorization request. */
  client?: { name: string; logo?: string | undefined } | undefined;
  email?: string | undefined;
  /** The member is known and only confirms their identity. */
  emailLocked?: boolean | undefined;
  problem?:
    | { kind: "wrong_credentials" | "signed_out_meanwhile" | "session_expired" | "other_account" | "not_saved" }
    | { kind: "too_many"; retryAfterSeconds: number }
    | undefined;
  done?: (typeof signInNotices)[number] | undefined;
  /** URL of the password reset, if the installation sends email. */
  forgotten?: string | undefined;
  /** URL of sign-up, if enabled. */
  signUp?: string | undefined;
};

/** Sign-in form. Posts `csrf`, `email`, `password` and `unsaved`. */
export const signIn = (page: PageContext, view: SignIn): string => {
  const text = textFor(page.locale).signIn;
  const { done } = textFor(page.locale).signUp.signIn;
  const wrong = view.problem?.kind === "wrong_credentials";
  const describedBy = view.problem ? "problem" : undefined;
  const site = foreign(page.site.name);
  return layout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    width: "narrow",
    head: "bare",
    content: html`${view.done ? notice(fillPlain(done[view.done], { site: page.site.name })) : raw("")}
      <h1>${text.title}</h1>
      ${askedBy(view)}
      <p class="lead">
        ${view.client ? fill(text.toClient, { client: html`<strong>${foreign(view.client.name)}</strong>`, site }) : fill(text.toSite, { site })}
      </p>
      ${view.problem ? problem("problem", problemText(page, view.problem)) : raw("")}
      <form method="post" action="${view.action}" class="stack">
        ${hidden("csrf", view.csrf)} ${view.unsaved === undefined ? raw("") : hidden("unsaved", view.unsaved)}
        ${field({
          name: "email",
          label: text.email,
          type: "email",
          autocomplete: "username",
          value: view.email,
          readonly: view.emailLocked ?? false,
          focused: !view.email,
          invalid: wrong && !view.emailLocked,
          describedBy,
        })}
        ${view.emailLocked ? html`<p class="aside">${text.again}</p>` : raw("")}
        ${field({
          name: "password",
          label: text.password,
          type: "password",
          autocomplete: "current-password",
          focused: Boolean(view.email),
          invalid: wrong,
          describedBy,
        })}
        ${button(text.submit, { look: "primary" })}
      </form>
      ${waysIn(page, view)}`,
  });
};

/** Logo of the requesting client. */
const askedBy = ({ client }: SignIn): Markup =>
  client?.logo ? html`<p class="asked">${mark({ name: client.name, logo: client.logo })}</p>` : raw("");

/** Links to password reset and sign-up, or a hint to contact the administrators. */
const waysIn = (page: PageContext, { forgotten, signUp }: SignIn): Markup => {
  const { signIn: text, signUp: gettingIn } = textFor(page.locale);
  const { signIn: ways } = gettingIn;
  const site = foreign(page.site.name);
  return html`<p class="aside">
      ${forgotten === undefined ? fill(text.forgotten, { site }) : html`<a href="${forgotten}">${ways.forgotten}</a>`}
    </p>
    ${
      signUp === undefined
        ? raw("")
        : html`<p class="aside">${fill(ways.newHere, { site })} <a href="${signUp}">${ways.signUp}</a></p>`
    }`;
};

const problemText = (page: PageContext, found: NonNullable<SignIn["problem"]>): Markup => {
  const { problem } = textFor(page.locale).signIn;
  if (found.kind !== "too_many") return fill(problem[found.kind], {});
  return fill(problem.too_many, { wait: wait(page.locale, found.retryAfterSeconds) });
};
