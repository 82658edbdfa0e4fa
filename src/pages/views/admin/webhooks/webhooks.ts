import { html } from "hono/html";

import type { WebhookEndpointRow } from "#domain/webhooks/endpoints/webhook-endpoint.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { secretView } from "../api-keys/secret-view.ts";
import { rowsOr } from "../parts/rows.ts";

/** With the encoded id: `whe_…`. */
export type EndpointView = Omit<WebhookEndpointRow, "metadata" | "externalId" | "version">;

const { path } = adminSections.webhooks;

/** Webhook endpoints, newest first. */
export const webhooks = (
  page: AdminPage,
  view: { endpoints: readonly EndpointView[]; pages: Pages; deleted: boolean },
): string => {
  const { webhooks: text, sections } = textFor(page.locale).admin;
  const title = sections.webhooks.name;
  return adminLayout(page, {
    title,
    content: html`${view.deleted && notice(text.notice.deleted)}
      <h1>${title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      <p class="after"><a class="button primary" href="${path}/new">${text.add}</a></p>
      ${rowsOr(view.endpoints, (endpoint) => row(page, endpoint), text.none)} ${pager(page.locale, title, view.pages)}`,
  });
};

const row = (page: Dated, endpoint: EndpointView): Markup => {
  const { webhooks: text } = textFor(page.locale).admin;
  const { id, url, description, eventTypes, status } = endpoint;
  return html`<li class="row">
    <div class="about">
      <h2><a class="foreign" href="${path}/${id}">${url}</a></h2>
      ${description !== "" && html`<p>${foreign(description)}</p>`}
      <ul class="facts">
        <li>${text.states[status]}</li>
        <li>${fillPlain(text.types, { count: String(eventTypes.length) })}</li>
        ${health(page, endpoint)}
      </ul>
    </div>
  </li>`;
};

export const health = (page: Dated, { lastSuccessAt, failureStreak }: EndpointView): Markup => {
  const { webhooks: text } = textFor(page.locale).admin;
  return html`<li>
      ${lastSuccessAt ? fill(text.lastSuccess, { time: timestamp(page, lastSuccessAt) }) : text.neverAccepted}
    </li>
    ${failureStreak !== 0 && html`<li>${fillPlain(text.failures, { count: String(failureStreak) })}</li>`}`;
};

/** `until`: expiry of the previous secret. */
export const webhookSecret = (
  page: AdminPage,
  view: { id: string; url: string; secret: string; until: Date | null },
): string => {
  const { secret: text, form } = textFor(page.locale).admin.webhooks;
  return secretView(page, {
    ...view,
    text,
    name: view.url,
    of: html`<div class="entry">
      <dt>${form.url}</dt>
      <dd class="mono foreign">${view.url}</dd>
    </div>`,
    next: `${path}/${view.id}`,
  });
};

/** Confirmation page for secret rotation. Posts `csrf` and the displayed `version`. */
export const webhookSecretReplacement = (page: AdminPage, view: { id: string; url: string; version: number }) => {
  const { secret: text, form } = textFor(page.locale).admin.webhooks;
  return adminLayout(page, {
    title: text.rotateTitle,
    content: html`<h1>${text.rotateTitle}</h1>
      <p class="lead">${text.explanation}</p>
      <p class="prose mono foreign">${view.url}</p>
      <form method="post" action="${path}/${view.id}/secret" class="actions">
        ${hidden("csrf", page.csrf)} ${hidden("version", String(view.version))}
        ${button(text.rotate, { look: "primary" })}
        <a class="button secondary" href="${path}/${view.id}">${form.cancel}</a>
      </form>`,
  });
};

/** Confirmation page for deletion. Posts `csrf`. */
export const webhookRemoval = (page: AdminPage, view: { id: string; url: string }): string => {
  const { removal: text, form } = textFor(page.locale).admin.webhooks;
  return adminLayout(page, {
    title: text.title,
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.explanation, { url: foreign(view.url) })}</p>
      <form method="post" action="${path}/${view.id}/delete" class="actions">
        ${hidden("csrf", page.csrf)} ${button(text.submit, { look: "danger" })}
        <a class="button secondary" href="${path}/${view.id}">${form.cancel}</a>
      </form>`,
  });
};
