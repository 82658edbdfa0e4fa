import { html } from "hono/html";

import type { UseOptions } from "../../../islands/passkey/options.ts";
import { textFor } from "../../text/catalogue.ts";
import { button, field, hidden, problem } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fillPlain, type Markup } from "../parts/markup.ts";
import { passkeyForm } from "../parts/passkey-form.ts";
import { type ProofProblem, problemText } from "../sign-in/second-step.ts";

export type ConfirmIdentity = {
  csrf: string;
  /** Encrypted form that is shown again afterwards. */
  unsaved: string | undefined;
  returnTo: string | undefined;
  /** Undefined for a person without a passkey. */
  passkey: UseOptions | undefined;
  hasApp: boolean;
  /** True if the password is not enough. */
  needsFactor: boolean;
  /** False for a person who signs in by other ways only. */
  hasPassword: boolean;
  /** Identity providers with which the person can confirm. */
  providers: readonly { id: string; name: string }[];
  problem: ProofProblem | { kind: "wrong_password" } | undefined;
};

/** Name of the buttons of identity providers. */
export const providerButton = "provider";

/** Asks for a proof before sensitive actions. Posts `csrf`, `unsaved`, and `current`, `code`, `passkey` or `provider`. */
export const confirmIdentity = (page: PageContext & { member: Person }, view: ConfirmIdentity): string => {
  const { confirm: text } = textFor(page.locale).security;
  const found = view.problem;
  return layout(page, {
    title: text.title,
    problem: found !== undefined,
    width: "narrow",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${text.lead}</p>
      ${view.unsaved !== undefined && html`<p>${text.kept}</p>`}
      ${found && problem("problem", found.kind === "wrong_password" ? text.wrongPassword : problemText(page, found))}
      ${view.passkey && passkeyIn(page, view, view.passkey)}
      ${view.needsFactor ? codeForm(page, view) : view.hasPassword && passwordForm(page, view)}
      ${view.providers.length > 0 && providerForm(page, view)}
      ${!view.needsFactor && !view.hasPassword && view.providers.length <= 0 && signInAgain(page)}
      <p class="aside"><a href="/account">${text.back}</a></p>`,
  });
};

const queryOf = ({ returnTo }: ConfirmIdentity): string =>
  returnTo === undefined ? "" : `?return_to=${encodeURIComponent(returnTo)}`;

const fieldsIn = ({ csrf, unsaved }: ConfirmIdentity): Markup =>
  html`${hidden("csrf", csrf)} ${unsaved !== undefined && hidden("unsaved", unsaved)}`;

const passkeyIn = (page: PageContext, view: ConfirmIdentity, options: UseOptions): Markup => {
  const { passkey: text } = textFor(page.locale).security;
  const action = `/account/confirm/passkey${queryOf(view)}`;
  return passkeyForm(
    { action, failed: text.failed, ceremony: "use", options },
    html`${fieldsIn(view)} ${button(text.confirm, { look: "primary" })}`,
  );
};

const passwordForm = (page: PageContext & { member: Person }, view: ConfirmIdentity): Markup => {
  const { confirm: text } = textFor(page.locale).security;
  return html`<form method="post" action="/account/confirm${queryOf(view)}" class="stack">
    ${fieldsIn(view)} ${hidden("username", page.member.email)}
    ${field({
      name: "current",
      label: text.password,
      type: "password",
      autocomplete: "current-password",
      focused: true,
      invalid: view.problem !== undefined,
      describedBy: view.problem ? "problem" : undefined,
    })}
    ${button(text.submit, { look: "primary" })}
  </form>`;
};

/** The person signs in at a provider again, although they have a session there. */
const providerForm = (page: PageContext, view: ConfirmIdentity): Markup => {
  const { confirm: text } = textFor(page.locale).security;
  return html`<form method="post" action="/account/confirm${queryOf(view)}" class="stack after">
    ${fieldsIn(view)}
    ${view.providers.map(({ id, name }) =>
      button(fillPlain(text.withProvider, { provider: name }), {
        look: view.hasPassword ? "secondary" : "primary",
        name: providerButton,
        value: id,
      }),
    )}
    <p class="aside">${text.atProvider}</p>
  </form>`;
};

/** A new sign-in counts as a confirmation. */
const signInAgain = (page: PageContext): Markup => {
  const { confirm: text } = textFor(page.locale).security;
  return html`<p>${text.noPassword}</p>
    <p class="after"><a class="button primary" href="/sign-out">${textFor(page.locale).frame.signOut}</a></p>`;
};

/** A recovery code is accepted too: a person may have lost everything else. */
const codeForm = (page: PageContext, view: ConfirmIdentity): Markup => {
  const { confirm: text, secondStep } = textFor(page.locale).security;
  return html`<form method="post" action="/account/confirm${queryOf(view)}" class="stack">
    ${fieldsIn(view)}
    ${field({
      name: "code",
      label: view.hasApp ? text.code : secondStep.recoveryCode,
      type: "text",
      autocomplete: "one-time-code",
      focused: view.hasApp,
      invalid: view.problem?.kind === "wrong_code",
      describedBy: view.problem ? "problem" : undefined,
    })}
    ${button(text.submit, { look: view.passkey ? "secondary" : "primary" })}
  </form>`;
};
