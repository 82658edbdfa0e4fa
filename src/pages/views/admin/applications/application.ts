import { html } from "hono/html";

import { formatScopes } from "#access/scopes.ts";
import type { Application } from "#oauth/applications/application.ts";
import { maxCounted, type Usage } from "#oauth/applications/usage.ts";

import { applicationsPath } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { mark } from "../../account/application-mark.ts";
import { timestamp } from "../../parts/dates.ts";
import { listEntry } from "#pages/views/parts/list-entry.ts";
import { notice } from "../../parts/fields.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { permissions } from "../../sign-in/permissions.ts";
import { countOf } from "../parts/counts.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type ApplicationDetails = Omit<Application, "id" | "version"> & {
  /** Encoded id: `cli_…`. */
  id: string;
  usage: Usage;
  /** The previous secret is still valid. */
  overlaps: boolean;
  notice?: "created" | "repeated" | "saved" | "changed" | undefined;
};

/** An application: configuration, usage and actions. */
export const application = (page: AdminPage, view: ApplicationDetails): string => {
  const { applications: all } = textFor(page.locale).admin;
  const text = all.show;
  const address = `${applicationsPath}/${view.id}`;
  return adminLayout(page, {
    title: view.name,
    content: html`${view.notice && notice(all.notice[view.notice])}
      <div class="head-with-logo">
        ${mark(view)}
        <h1>${foreign(view.name)}</h1>
      </div>
      <dl class="entries">
        ${listEntry(text.clientId, html`<span class="mono copied foreign">${view.id}</span>`)}
        ${listEntry(text.secret, secret(page, view))} ${listEntry(text.audience, all.audience[view.audience])}
        ${listEntry(text.kind, all.kind[view.confidential ? "confidential" : "public"])}
        ${view.description && listEntry(text.description, html`<p class="written foreign">${view.description}</p>`)}
        ${listEntry(
          text.redirectUris,
          html`<ul>
            ${view.redirectUris.map((uri) => html`<li class="mono foreign">${uri}</li>`)}
          </ul>`,
        )}
        ${
          view.postLogoutRedirectUris.length > 0 &&
          listEntry(
            text.postLogoutRedirectUris,
            html`<ul>
              ${view.postLogoutRedirectUris.map((uri) => html`<li class="mono foreign">${uri}</li>`)}
            </ul>`,
          )
        }
        ${view.introspectsAllTokens && listEntry(text.introspection, html`<p>${text.introspectsAll}</p>`)}
        ${listEntry(text.scope, html`<span class="mono copied">${formatScopes(view.scopes)}</span>`)}
        ${listEntry(all.created, timestamp(page, view.createdAt))}
      </dl>
      <div class="actions">
        <a class="button primary" href="${address}/edit">${text.edit}</a>
        ${view.confidential && html`<a class="button secondary" href="${address}/secret">${text.replaceSecret}</a>`}
        <a class="button secondary" href="${address}/delete">${text.delete}</a>
      </div>
      <h2>${text.usage}</h2>
      ${usage(page, view.usage)}
      <h2>${text.scopes}</h2>
      ${permissions(page.locale, view.scopes)}`,
  });
};

const secret = (page: AdminPage, { confidential, overlaps, previousSecretExpiresAt: until }: ApplicationDetails) => {
  const { show: text } = textFor(page.locale).admin.applications;
  if (!confidential) return html`<p>${text.noSecret}</p>`;
  return html`<p>${text.secretHidden}</p>
    ${overlaps && until && html`<p>${fill(text.previousSecret, { time: timestamp(page, until) })}</p>`}`;
};

const usage = (page: AdminPage, { members, connections, lastUsedAt, agentSince }: Usage): Markup => {
  const { applications: all, agent } = textFor(page.locale).admin;
  return html`<dl class="entries">
    ${listEntry(all.members, countOf(page.locale, members, maxCounted.members))}
    ${listEntry(
      all.show.connections,
      html`<p>${countOf(page.locale, connections, maxCounted.connections)}</p>
        <p class="soft">${all.show.connectionsHint}</p>`,
    )}
    ${listEntry(all.lastUsed, lastUsedAt ? timestamp(page, lastUsedAt) : all.neverUsed)}
    ${agentSince && listEntry(agent.term, fill(agent.since, { time: timestamp(page, agentSince) }))}
  </dl>`;
};
