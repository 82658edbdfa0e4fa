import { html, raw } from "hono/html";

import type { Scope } from "#access/scopes.ts";

import { textFor, type Locale } from "../text/catalogue.ts";
import { moment } from "./dates.ts";
import { button, hidden } from "./fields.ts";
import { fill, fillPlain, foreign, type Markup } from "./markup.ts";

export type ConnectedApplication = {
  /** In the address of its form: `POST /account/applications/{id}/revoke`. */
  id: string;
  name: string;
  host?: string | undefined;
  scopes: readonly Scope[];
  since: Date;
  lastUsedAt: Date | null;
};

/** The applications a member allowed, each with a way to take that back. */
export const applications = (locale: Locale, csrf: string, connected: readonly ConnectedApplication[]): Markup => {
  const { account: text } = textFor(locale);
  return html`<section id="applications" aria-labelledby="applications-title">
    <h2 id="applications-title">${text.applications}</h2>
    <p class="prose soft">${connected.length > 0 ? text.applicationsIntro : text.noApplications}</p>
    ${
      connected.length > 0
        ? html`<ul class="rows">
            ${connected.map((application) => row(locale, csrf, application))}
          </ul>`
        : raw("")
    }
  </section>`;
};

const row = (locale: Locale, csrf: string, application: ConnectedApplication): Markup => {
  const { account: text, scopes: means } = textFor(locale);
  const used = application.lastUsedAt;
  return html`<li class="row">
    <div class="about">
      <h3>${foreign(application.name)}</h3>
      ${application.host ? html`<p class="mono soft foreign">${application.host}</p>` : raw("")}
      <ul class="facts">
        <li>${fill(text.since, { moment: moment(locale, application.since) })}</li>
        <li>${used ? fill(text.lastUsed, { moment: moment(locale, used) }) : text.neverUsed}</li>
      </ul>
    </div>
    <form method="post" action="/account/applications/${encodeURIComponent(application.id)}/revoke">
      ${hidden("csrf", csrf)}
      ${button(text.revoke, { look: "secondary", spoken: fillPlain(text.revokeOf, { name: application.name }) })}
    </form>
    <details>
      <summary>${fill(text.permissions, { count: String(application.scopes.length) })}</summary>
      <ul class="dashes">
        ${application.scopes.map((scope) => html`<li>${means[scope]}</li>`)}
      </ul>
    </details>
  </li>`;
};
