import { html, raw } from "hono/html";

import type { UseOptions } from "../../../islands/passkey/options.ts";
import { textFor } from "../../text/catalogue.ts";
import { mark } from "../account/application-mark.ts";
import { wait } from "../parts/dates.ts";
import { button, field, hidden, notice, problem } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import { passkeyForm } from "../parts/passkey-form.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { lastProvider, providerButtons, type ProviderWay } from "./providers/provider-buttons.ts";
import { codeButton, codeForm, type CodeWay } from "./codes/code-way.ts";
import { signUpForm } from "./sign-up-form.ts";

/** Notices of actions on earlier pages. */
export const signInNotices = ["signed_up", "joined", "password_set", "session_ended"] as const;

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
    | {
        kind:
          | "wrong_credentials"
          | "signed_out_meanwhile"
          | "session_expired"
          | "other_account"
          | "not_saved"
          | "passkey_refused";
      }
    | { kind: "noProvider" | "noAddress" | "noCode" | "codeEnded" }
    | { kind: "too_many"; retryAfterSeconds: number }
    | undefined;
  done?: (typeof signInNotices)[number] | undefined;
  /** Identity providers of the school. */
  providers?: readonly ProviderWay[] | undefined;
  /** The provider with which someone last signed in with this browser. */
  lastProvider?: ProviderWay | undefined;
  /** True if no one has signed in with this browser: they may need an account first. */
  isNewBrowser?: boolean | undefined;
  /** Codes by email, if the school offers them. */
  code?: CodeWay | undefined;
  /** Button of the form for people whose organization has a provider. */
  company?: { name: string; value: string } | undefined;
  /** URL of the password reset, if the installation sends email. */
  forgotten?: string | undefined;
  /** URL of sign-up, if enabled. */
  signUp?: string | undefined;
  /** Target of a sign-up form beside the sign-in form, for visitors who want to get something. */
  signUpHere?: string | undefined;
  /** People sign up with their address alone. */
  withoutPassword?: boolean;
  /** Absent where the site offers no passkeys. */
  passkey?: { options: UseOptions; action: string } | undefined;
  /** True if the visitor has chosen a free item, which they get with the form. */
  takes?: boolean;
  /** True if this browser keeps notes that were not sent before a session ended. */
  hasWaiting?: boolean;
};

/** Sign-in page. Posts `csrf`, `email`, `password` and `unsaved`. */
export const signIn = (page: PageContext, view: SignIn): string => {
  const text = textFor(page.locale).signIn;
  const { done } = textFor(page.locale).signUp.signIn;
  const site = foreign(page.site.name);
  const { signUpHere } = view;
  return layout(page, {
    title: signUpHere === undefined ? text.title : text.either,
    problem: view.problem !== undefined,
    width: signUpHere === undefined ? "narrow" : "wide",
    head: "bare",
    content: html`${view.done && notice(fillPlain(done[view.done], { site: page.site.name }))}
    ${view.hasWaiting && notice(text.waiting)}
    ${
      signUpHere === undefined
        ? html`<h1>${text.title}</h1>
            ${askedBy(view)}
            <p class="lead">
              ${view.client ? fill(text.toClient, { client: html`<strong>${foreign(view.client.name)}</strong>`, site }) : fill(text.toSite, { site })}
            </p>
            ${form(page, view)} ${waysIn(page, view)}`
        : either(page, view, signUpHere)
    }`,
  });
};

/** Sign-in and sign-up on one page, for visitors who want to get something. */
const either = (page: PageContext, view: SignIn, action: string): Markup => {
  const { signIn: text, signUp } = textFor(page.locale);
  const site = foreign(page.site.name);
  return html`<h1>${text.either}</h1>
    <p class="lead">${fill(view.takes ? text.eitherTakes : text.eitherAt, { site })}</p>
    <div class="either">
      <section aria-labelledby="new">
        <h2 id="new">${signUp.signUp.title}</h2>
        ${signUpForm(page, { csrf: view.csrf, action, prefix: "new-", problems: [], withoutPassword: view.withoutPassword, focused: true })}
      </section>
      <section aria-labelledby="known">
        <h2 id="known">${signUp.signUp.already}</h2>
        ${form(page, view)} ${waysIn(page, view)}
      </section>
    </div>`;
};

const form = (page: PageContext, view: SignIn): Markup => {
  const describedBy = view.problem ? "problem" : undefined;
  return html`${view.problem && problem("problem", problemText(page, view.problem))}
  ${view.lastProvider && lastProvider(page, view.csrf, view.lastProvider)}
  ${view.code?.isFirst ? codeForm(page, view.code, { ...view, focused: view.signUpHere === undefined, describedBy }) : passwordForm(page, view)}
  ${providerButtons(page, view.csrf, view.providers ?? [])}`;
};

const passwordForm = (page: PageContext, view: SignIn): Markup => {
  const text = textFor(page.locale).signIn;
  const wrong = view.problem?.kind === "wrong_credentials";
  const describedBy = view.problem ? "problem" : undefined;
  return html`<form method="post" action="${view.action}" class="stack">
      ${hidden("csrf", view.csrf)} ${view.unsaved !== undefined && hidden("unsaved", view.unsaved)}
      ${field({
        name: "email",
        label: text.email,
        type: "email",
        autocomplete: view.passkey ? "username webauthn" : "username",
        value: view.email,
        readonly: view.emailLocked ?? false,
        focused: !view.email && view.signUpHere === undefined,
        invalid: wrong && !view.emailLocked,
        describedBy,
      })}
      ${view.emailLocked && html`<p class="aside">${text.again}</p>`}
      ${field({
        name: "password",
        label: text.password,
        type: "password",
        autocomplete: "current-password",
        focused: Boolean(view.email),
        invalid: wrong,
        describedBy,
      })}
      ${button(text.submit, { look: view.lastProvider ? "secondary" : "primary" })}
      ${view.code && codeButton(page, view.code)}
      ${view.company && button(textFor(page.locale).providers.company, { look: "plain", ...view.company, skipValidation: true })}
    </form>
    ${view.passkey && passkeyIn(page, view, view.passkey)}`;
};

/** Signs in without email and password. */
const passkeyIn = (page: PageContext, view: SignIn, { options, action }: NonNullable<SignIn["passkey"]>): Markup => {
  const { passkey: text } = textFor(page.locale).security;
  return passkeyForm(
    { action, failed: text.failed, ceremony: "suggest", options },
    html`${hidden("csrf", view.csrf)} ${view.unsaved !== undefined && hidden("unsaved", view.unsaved)}
    ${button(text.use, { look: "secondary" })}`,
  );
};

/** Logo of the requesting client. */
const askedBy = ({ client }: SignIn): Markup =>
  client?.logo ? html`<p class="asked">${mark({ name: client.name, logo: client.logo })}</p>` : raw("");

/** Links to password reset and sign-up, or a hint to contact the administrators. */
const waysIn = (page: PageContext, { forgotten, signUp, signUpHere, isNewBrowser, code }: SignIn): Markup => {
  const { signIn: text, signUp: gettingIn } = textFor(page.locale);
  const { signIn: ways } = gettingIn;
  const site = foreign(page.site.name);
  const reset =
    forgotten === undefined ? fill(text.forgotten, { site }) : html`<a href="${forgotten}">${ways.forgotten}</a>`;
  return html`${!code?.isFirst && html`<p class="aside">${reset}</p>`}
  ${
    signUp !== undefined &&
    signUpHere === undefined &&
    html`<p class="aside">
      ${fill(ways.newHere, { site })}
      <a href="${signUp}" ${isNewBrowser && raw('class="button secondary"')}>${ways.signUp}</a>
    </p>`
  }`;
};

const problemText = (page: PageContext, found: NonNullable<SignIn["problem"]>): Markup => {
  const { problem } = textFor(page.locale).signIn;
  if (found.kind === "noProvider" || found.kind === "noAddress") {
    return fill(textFor(page.locale).providers[found.kind], {});
  }
  if (found.kind === "noCode") return fill(textFor(page.locale).signInCodes.noAddress, {});
  if (found.kind === "codeEnded") return fill(textFor(page.locale).signInCodes.problem.ended, {});
  if (found.kind !== "too_many") return fill(problem[found.kind], {});
  return fill(problem.too_many, { wait: wait(page.locale, found.retryAfterSeconds) });
};
