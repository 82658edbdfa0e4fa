import { html } from "hono/html";

import { scopesOfAudience } from "#oauth/applications/application.ts";
import type { IntegrationInUse } from "#oauth/integrations/integration.ts";

import { adminSections } from "../../../admin/sections.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

type Integration = Omit<IntegrationInUse, "clientId">;

export type Integrations = {
  integrations: readonly Integration[];
  notice?: { kind: "enabled" | "disabled"; name: string } | undefined;
};

const { path } = adminSections.integrations;

/** Integrations of the installation, each with a button to turn it on or off for the site. */
export const integrations = (page: AdminPage, view: Integrations): string => {
  const { integrations: text, sections } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: sections.integrations.name,
    content: html`${view.notice && notice(fillPlain(text.notice[view.notice.kind], { name: view.notice.name }))}
      <h1>${sections.integrations.name}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${rowsOr(view.integrations, (integration) => row(page, integration), text.none)}`,
  });
};

const row = (page: AdminPage, integration: Integration): Markup => {
  const { integrations: text } = textFor(page.locale).admin;
  const { slug, name, scopes, enabled, agentSince } = integration;
  const [word, spoken] = enabled ? [text.switchOff, text.switchOffOf] : [text.switchOn, text.switchOnOf];
  return html`<li class="row">
    <div class="about">
      <h2>${foreign(name)}</h2>
      <p class="${enabled ? "on" : "soft"}">${enabled ? text.on : text.off}</p>
      <p class="soft">${scopes === null ? text.everything : fillPlain(text.some, { count: String(scopes.length) })}</p>
      ${agentSince !== null && html`<p class="soft">${fill(textFor(page.locale).admin.agent.fact, { time: timestamp(page, agentSince) })}</p>`}
    </div>
    <form method="post" action="${path}/${encodeURIComponent(slug)}/${enabled ? "disable" : "enable"}">
      ${hidden("csrf", page.csrf)} ${button(word, { look: "secondary", spoken: fillPlain(spoken, { name }) })}
    </form>
    <details>
      <summary>${text.particulars}</summary>
      ${particulars(page.locale, integration)}
    </details>
  </li>`;
};

const particulars = (locale: Locale, { namePatterns, redirectUris, scopes }: Integration): Markup => {
  const { integrations: text } = textFor(locale).admin;
  const { scopes: means } = textFor(locale);
  return html`<dl class="particulars">
    <div>
      <dt>${text.goesBy}</dt>
      <dd>
        <ul>
          ${namePatterns.map((pattern) => html`<li>${foreign(pattern)}</li>`)}
        </ul>
      </dd>
    </div>
    <div>
      <dt>${text.callbacks}</dt>
      <dd>
        <ul>
          ${redirectUris.map((uri) => html`<li class="mono foreign">${uri}</li>`)}
        </ul>
      </dd>
    </div>
    <div>
      <dt>${text.mayAsk}</dt>
      <dd>
        <ul class="dashes">
          ${(scopes ?? scopesOfAudience("operator")).map((scope) => html`<li>${means[scope]}</li>`)}
        </ul>
      </dd>
    </div>
  </dl>`;
};
