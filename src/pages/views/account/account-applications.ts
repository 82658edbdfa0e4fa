import { html } from "hono/html";

import type { Scope } from "#access/scopes.ts";

import { textFor } from "../../text/catalogue.ts";
import { mark } from "./application-mark.ts";
import type { Consent } from "../sign-in/consent.ts";
import { timestamp } from "../parts/dates.ts";
import { button, hidden } from "../parts/fields.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { pager, type Pages } from "../parts/pager.ts";

type ConnectedApplication = {
  /** Used in the form action: `POST /account/applications/{id}/revoke`. */
  id: string;
  name: string;
  /** URL of the logo. */
  logo: string | null;
  registered: Consent["client"]["registered"];
  /** Host of the metadata document, for `metadata_document` clients. */
  documentHost: string | null;
  /** Hosts on the web, and `loopback`. */
  destinations: readonly string[];
  /** Effective permissions. */
  scopes: readonly Scope[];
  blocked: boolean;
  since: Date;
  lastUsedAt: Date | null;
};

export type ConnectedApplications = { rows: readonly ConnectedApplication[]; total: number; pages: Pages };

/** Connected apps of a member, each with a revoke button. */
export const applications = (page: PageContext, csrf: string, { rows, pages }: ConnectedApplications): Markup => {
  const { account: text } = textFor(page.locale);
  return html`<section id="applications" aria-labelledby="applications-title">
    <h2 id="applications-title">${text.applications}</h2>
    <p class="prose soft">${rows.length > 0 ? text.applicationsIntro : text.noApplications}</p>
    ${
      rows.length > 0 &&
      html`<ul class="rows">
        ${rows.map((application) => row(page, csrf, application))}
      </ul>`
    }
    ${pager(page.locale, text.applications, pages)}
  </section>`;
};

const row = (page: PageContext, csrf: string, application: ConnectedApplication): Markup => {
  const { account: text } = textFor(page.locale);
  const used = application.lastUsedAt;
  return html`<li class="row">
    <div class="about">
      <div class="named">
        ${application.logo !== null && mark(application)}
        <h3>${foreign(application.name)}</h3>
      </div>
      ${provenance(page, application)}
      <ul class="facts">
        ${application.destinations.map((host) => html`<li>${destination(page, host)}</li>`)}
        <li>${fill(text.since, { time: timestamp(page, application.since) })}</li>
        <li>${used ? fill(text.lastUsed, { time: timestamp(page, used) }) : text.neverUsed}</li>
      </ul>
    </div>
    <form method="post" action="/account/applications/${encodeURIComponent(application.id)}/revoke">
      ${hidden("csrf", csrf)}
      ${button(text.revoke, { look: "secondary", spoken: fillPlain(text.revokeOf, { name: application.name }) })}
    </form>
    ${powers(page, application)}
  </li>`;
};

/** Provenance of the client. */
const provenance = (page: PageContext, { registered, documentHost }: ConnectedApplication): Markup => {
  const { registered: text } = textFor(page.locale).consent;
  return html`<p class="soft">
    ${fill(text[registered], { site: foreign(page.site.name), host: hostName(documentHost ?? "") })}
  </p>`;
};

const destination = ({ locale }: PageContext, host: string): Markup => {
  const { account: text } = textFor(locale);
  return fill(text.takesYouTo, { host: host === "loopback" ? text.thisComputer : hostName(host) });
};

const hostName = (host: string): Markup => html`<span class="mono foreign">${host}</span>`;

const powers = (page: PageContext, { scopes, blocked }: ConnectedApplication): Markup => {
  const { account: text, scopes: means } = textFor(page.locale);
  if (blocked) return html`<p class="whole">${fill(text.blocked, { site: foreign(page.site.name) })}</p>`;
  if (scopes.length === 0) return html`<p class="whole">${text.powerless}</p>`;
  return html`<details>
    <summary>${fill(text.permissions, { count: String(scopes.length) })}</summary>
    <ul class="dashes">
      ${scopes.map((scope) => html`<li>${means[scope]}</li>`)}
    </ul>
  </details>`;
};
