import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { notice } from "../../parts/fields.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";

/** Notices of actions on other pages. */
export const securityNotices = ["passkey_added", "passkey_renamed", "passkey_removed", "app_removed"] as const;

type ListedPasskey = {
  id: string;
  name: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export type Security = {
  passkeys: readonly ListedPasskey[];
  /** False at an address without a secure connection. */
  offersPasskeys: boolean;
  /** False if the school offers no second factors to the person's roles. */
  isOffered: boolean;
  hasApp: boolean;
  recoveryCodes: number;
  notice: (typeof securityNotices)[number] | undefined;
};

/** The ways to sign in of a person. */
export const security = (page: PageContext & { member: Person }, view: Security): string => {
  const { page: text, states } = textFor(page.locale).security;
  const isProtected = view.hasApp || view.passkeys.length > 0;
  return layout(page, {
    title: text.title,
    width: "narrow",
    content: html`${view.notice && notice(text.notice[view.notice])}
      <p class="back"><a href="/account">${textFor(page.locale).account.title}</a></p>
      <h1>${text.title}</h1>
      <p class="lead">${text.lead}</p>
      <p class="soft">${isProtected ? states.some : view.isOffered ? states.none : states.notOffered}</p>
      ${(view.isOffered || view.passkeys.length > 0) && passkeysIn(page, view)} ${appIn(page, view)}
      ${isProtected && codesIn(page, view)}`,
  });
};

const passkeysIn = (page: PageContext, { passkeys, offersPasskeys, isOffered }: Security): Markup => {
  const { page: text } = textFor(page.locale).security;
  return html`<section aria-labelledby="passkeys">
    <h2 id="passkeys">${text.passkeys}</h2>
    <p class="prose soft">${offersPasskeys ? text.passkeysIntro : text.unsupported}</p>
    ${
      passkeys.length === 0
        ? html`<p>${text.noPasskeys}</p>`
        : html`<ul class="rows">
            ${passkeys.map((passkey) => row(page, passkey))}
          </ul>`
    }
    ${
      offersPasskeys &&
      isOffered &&
      html`<p class="after">
        <a class="button ${passkeys.length === 0 ? "primary" : "secondary"}" href="/account/security/passkeys/new"
          >${text.addPasskey}</a
        >
      </p>`
    }
  </section>`;
};

const row = (page: PageContext, { id, name, isSynced, createdAt, lastUsedAt }: ListedPasskey): Markup => {
  const { page: text } = textFor(page.locale).security;
  return html`<li class="row">
    <div class="about">
      <h3>${foreign(name)}</h3>
      <ul class="facts">
        <li>${isSynced ? text.synced : text.bound}</li>
        <li>${fill(text.added, { time: timestamp(page, createdAt) })}</li>
        <li>${lastUsedAt ? fill(text.used, { time: timestamp(page, lastUsedAt) }) : text.unused}</li>
      </ul>
    </div>
    <p>
      <a
        class="action"
        href="/account/security/passkeys/${id}/rename"
        aria-label="${fillPlain(text.renameOf, { name })}"
        >${text.rename}</a
      >
      <a
        class="action"
        href="/account/security/passkeys/${id}/remove"
        aria-label="${fillPlain(text.removeOf, { name })}"
        >${text.remove}</a
      >
    </p>
  </li>`;
};

const appIn = (page: PageContext, { hasApp, offersPasskeys, isOffered }: Security): Markup => {
  const { page: text } = textFor(page.locale).security;
  if (!hasApp && !isOffered) return raw("");
  return html`<section aria-labelledby="app">
    <h2 id="app">${text.app}</h2>
    <p class="prose soft">${text.appIntro}</p>
    <p class="after">
      ${
        hasApp
          ? html`${text.appOn} <a class="action" href="/account/security/app/remove">${text.removeApp}</a>`
          : html`<a class="button ${offersPasskeys ? "secondary" : "primary"}" href="/account/security/app"
              >${text.setUpApp}</a
            >`
      }
    </p>
  </section>`;
};

const codesIn = (page: PageContext, { recoveryCodes }: Security): Markup => {
  const { page: text } = textFor(page.locale).security;
  return html`<section aria-labelledby="codes">
    <h2 id="codes">${text.codes}</h2>
    <p class="prose">
      ${recoveryCodes > 0 ? fillPlain(text.codesLeft, { count: String(recoveryCodes) }) : text.codesNone}
    </p>
    <p class="after"><a class="button secondary" href="/account/security/recovery-codes">${text.newCodes}</a></p>
  </section>`;
};
