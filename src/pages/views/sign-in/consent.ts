import { html, raw } from "hono/html";

import type { Scope } from "#access/scopes.ts";

import { textFor } from "../../text/catalogue.ts";
import { mark } from "../account/application-mark.ts";
import { button, hidden } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { permissions } from "./permissions.ts";

export type Consent = {
  csrf: string;
  action: string;
  /** `host`: the verified https host of the client, if any. */
  client: {
    name: string;
    /** URL of the logo. */
    logo?: string | undefined;
    host?: string | undefined;
    /** True if the client uses or requests the tools of the site. */
    agent: boolean;
    registered: "loopback" | "member" | "operator" | "metadata_document" | "integration" | "explorer";
  };
  /** `host`: recognizable destination, a host or the scheme of an app. */
  redirect: { uri: string; host: string; leadsTo: "web" | "computer" | "app" };
  /** Member that the page is displayed to. A response from another member restarts the request. */
  memberId: string;
  /** Reason why the page is displayed again after a response. */
  notice?: "other_member" | "stale_form" | undefined;
  granted: readonly Scope[];
  /** Requested scopes that the member's roles do not grant. */
  unavailable: readonly Scope[];
  /** All redirect URIs are on this computer, where any program can use the name. */
  onDeviceOnly: boolean;
  /** The school or well-known program whose name the client carries or resembles. */
  imitates: string | undefined;
  /** The school neither created nor reviewed the client. */
  unreviewed: boolean;
};

/** Consent page. Posts `csrf`, `member_id` and `decision`: `allow`, `deny` or `switch`. */
export const consent = (page: PageContext & { member: Person }, view: Consent): string => {
  const text = textFor(page.locale).consent;
  return layout(page, {
    title: fillPlain(text.title, { client: view.client.name }),
    head: "bare",
    content: html`<form method="post" action="${view.action}">
      ${hidden("csrf", view.csrf)} ${hidden("member_id", view.memberId)}
      <h1>
        ${fill(text.heading, { client: html`<em>${foreign(view.client.name)}</em>`, site: foreign(page.site.name) })}
      </h1>
      ${
        view.notice &&
        html`<div class="notice" role="status">
          <p>
            ${fill(text.notice[view.notice], { member: html`<strong class="foreign">${page.member.email}</strong>` })}
          </p>
        </div>`
      }
      ${warning(page, view)}
      <dl class="entries">
        ${entry(text.application, application(page, view))}
        ${entry(
          text.you,
          html`<p>
              ${page.member.name && html`${foreign(page.member.name)}<br />`}<span class="foreign soft"
                >${page.member.email}</span
              >
            </p>
            ${button(text.switch, { look: "plain", name: "decision", value: "switch" })}`,
        )}
        ${entry(text.destination, destination(page, view))}
      </dl>
      <h2>${text.permissions}</h2>
      ${permissions(page.locale, view.granted)} ${clause(text.refused, refused(page, view.unavailable))}
      ${clause(
        text.undo,
        html`<p>
          ${fill(text.undoDetail, { address: html`<span class="mono foreign">${accountAddress(page)}</span>` })}
        </p>`,
      )}
      <div class="decision">
        ${button(text.allow, { look: "primary", name: "decision", value: "allow" })}
        ${button(text.deny, { look: "secondary", name: "decision", value: "deny" })}
      </div>
    </form>`,
  });
};

const warning = (page: PageContext, { client, redirect, onDeviceOnly, unreviewed, imitates }: Consent): Markup => {
  if (!onDeviceOnly && !unreviewed) return raw("");
  const text = textFor(page.locale).consent.warning;
  const values = {
    client: html`<strong>${foreign(client.name)}</strong>`,
    site: foreign(page.site.name),
    host: html`<strong class="foreign">${redirect.host}</strong>`,
  };
  return html`<div class="notice grave" role="note">
    ${unreviewed && html`<p><strong>${fill(text.unreviewed, values)}</strong></p>`}
    ${onDeviceOnly && html`<p><strong>${text.onDevice}</strong></p>`}
    ${imitates !== undefined && html`<p><strong>${fill(text.imitates, { ...values, program: foreign(imitates) })}</strong></p>`}
    <p>${fill(onDeviceOnly ? text.onDeviceDetail : text.unreviewedDetail, values)}</p>
  </div>`;
};

const entry = (term: string, details: Markup): Markup =>
  html`<div class="entry">
    <dt>${term}</dt>
    <dd>${details}</dd>
  </div>`;

const clause = (title: string, content: Markup): Markup =>
  html`<section class="clause">
    <h2>${title}</h2>
    <div>${content}</div>
  </section>`;

const application = (page: PageContext, { client }: Consent): Markup => {
  const { registered, agent } = textFor(page.locale).consent;
  const key =
    client.registered === "metadata_document" && !client.host ? "metadata_document_elsewhere" : client.registered;
  const host = html`<span class="mono foreign">${client.host ?? ""}</span>`;
  const name = html`<p><strong>${foreign(client.name)}</strong>${client.host && html`<br />${host}`}</p>`;
  return html`${client.logo ? html`<div class="named">${mark({ name: client.name, logo: client.logo })}${name}</div>` : name}
    ${client.agent && html`<p>${fill(agent, { site: foreign(page.site.name) })}</p>`}
    <p class="soft">${fill(registered[key], { site: foreign(page.site.name), host })}</p>`;
};

const destination = (page: PageContext, { redirect }: Consent): Markup => {
  const { thisComputer, thisApp } = textFor(page.locale).consent;
  const host = html`<strong class="foreign">${redirect.host}</strong>`;
  const leadsTo = { web: "{host}", computer: thisComputer, app: thisApp }[redirect.leadsTo];
  return html`<p>${fill(leadsTo, { host: host })}</p>
    <p class="mono soft foreign">${redirect.uri}</p>`;
};

const refused = (page: PageContext, unavailable: readonly Scope[]): Markup => {
  const { consent: text, scopes: means } = textFor(page.locale);
  return html`<ul class="refused">
      <li>${text.password}</li>
      <li>${text.nothingElse}</li>
    </ul>
    ${
      unavailable.length > 0 &&
      html`<p>${fill(text.unavailable, { site: foreign(page.site.name) })}</p>
        <ul class="refused">
          ${unavailable.map((scope) => html`<li>${means[scope]}</li>`)}
        </ul>`
    }`;
};

const accountAddress = (page: PageContext): string => `${page.site.origin.replace(/\/$/, "")}/account`;
