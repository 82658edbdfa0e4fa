import { html, raw } from "hono/html";

import {
  deliveryStatuses,
  type DeliveryStatus,
  type WebhookDeliveryRow,
} from "#domain/webhooks/deliveries/webhook-delivery.ts";

import { adminSections } from "../../../admin/sections.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { type EndpointView, health } from "./webhooks.ts";
import { rowsOr } from "../parts/rows.ts";

/** With encoded ids: `dlv_…`, `evt_…`. */
export type DeliveryView = WebhookDeliveryRow;

export type Webhook = {
  endpoint: EndpointView;
  deliveries: readonly DeliveryView[];
  filter: DeliveryStatus | undefined;
  pages: Pages;
  notice: keyof ReturnType<typeof textFor>["admin"]["webhooks"]["notice"] | undefined;
};

const { path } = adminSections.webhooks;

/** An endpoint with actions and deliveries, newest first. */
export const webhook = (page: AdminPage, view: Webhook): string => {
  const { webhooks: text } = textFor(page.locale).admin;
  const { show } = text;
  const { endpoint, deliveries } = view;
  return adminLayout(page, {
    title: fillPlain("{url}", { url: endpoint.url }),
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1 class="foreign">${endpoint.url}</h1>
      ${endpoint.description !== "" && html`<p class="lead">${foreign(endpoint.description)}</p>`}
      ${particulars(page, endpoint)} ${actions(page, endpoint)}
      <h2>${show.deliveries}</h2>
      ${filters(page.locale, view)}
      ${rowsOr(deliveries, (delivery) => row(page, endpoint, delivery), view.filter ? show.noneFit : show.noDeliveries)}
      ${pager(page.locale, show.deliveries, view.pages)}`,
  });
};

const particulars = (page: Dated, endpoint: EndpointView): Markup => {
  const { webhooks: text } = textFor(page.locale).admin;
  const { show, form } = text;
  const { status, disabledReason, eventTypes, payload, clientId } = endpoint;
  return html`<dl class="entries">
    <div class="entry">
      <dt>${show.state}</dt>
      <dd>
        <p>${text.states[status]}</p>
        ${disabledReason && html`<p>${text.reasons[disabledReason]}</p>`}
        <ul class="facts">
          ${health(page, endpoint)}
        </ul>
      </dd>
    </div>
    <div class="entry">
      <dt>${show.types}</dt>
      <dd>
        <ul class="inline">
          ${eventTypes.map((name) => html`<li><code>${name}</code></li>`)}
        </ul>
      </dd>
    </div>
    <div class="entry">
      <dt>${show.sends}</dt>
      <dd>${form[payload].name}</dd>
    </div>
    <div class="entry">
      <dt>${show.owner}</dt>
      <dd>${clientId === null ? text.ofSchool : text.ofApplication}</dd>
    </div>
  </dl>`;
};

/** The first two actions post `csrf` directly. The others have a confirmation page. */
const actions = (page: AdminPage, { id, status }: EndpointView): Markup => {
  const { show } = textFor(page.locale).admin.webhooks;
  const address = `${path}/${id}`;
  const turn = status === "enabled" ? "disable" : "enable";
  return html`<form method="post" class="actions" action="${address}/test">
      ${hidden("csrf", page.csrf)} ${button(show.test, { look: "primary" })}
    </form>
    <form method="post" class="actions" action="${address}/${turn}">
      ${hidden("csrf", page.csrf)}
      ${button(status === "enabled" ? show.switchOff : show.switchOn, { look: "secondary" })}
      <a class="button secondary" href="${address}/secret">${show.newSecret}</a>
      <a class="button secondary" href="${address}/delete">${show.remove}</a>
    </form>`;
};

const filters = (locale: Locale, { endpoint, filter }: Webhook): Markup => {
  const { show } = textFor(locale).admin.webhooks;
  const address = `${path}/${endpoint.id}`;
  return html`<nav class="views" aria-label="${show.filters}">
    <ul class="inline">
      ${[undefined, ...deliveryStatuses].map((status) => {
        const href = status === undefined ? address : `${address}?status=${status}`;
        const current = status === filter ? raw(' aria-current="true"') : raw("");
        return html`<li><a href="${href}" ${current}>${show.filter[status ?? "all"]}</a></li>`;
      })}
    </ul>
  </nav>`;
};

const row = (page: AdminPage, endpoint: EndpointView, delivery: DeliveryView): Markup => {
  const { locale } = page;
  const { show } = textFor(locale).admin.webhooks;
  const { id, eventId, eventType, status, attempt, httpStatus, latencyMs, nextAttemptAt, responseExcerpt } = delivery;
  const answered =
    httpStatus === null
      ? show.unanswered
      : fillPlain(show.answered, { status: String(httpStatus), latency: String(latencyMs) });
  return html`<li class="row">
    <div class="about">
      <h3><code>${eventType}</code></h3>
      <p>${show.filter[status]}</p>
      <ul class="facts">
        <li>${timestamp(page, delivery.createdAt)}</li>
        ${attempt !== 0 && html`<li>${fillPlain(show.attempt, { count: String(attempt) })}</li>`}
        ${attempt !== 0 && html`<li>${answered}</li>`}
        ${nextAttemptAt && html`<li>${fill(show.next, { time: timestamp(page, nextAttemptAt) })}</li>`}
      </ul>
    </div>
    <details>
      <summary>${show.details}</summary>
      <dl class="particulars">
        ${delivery.error !== null && particular(show.why, delivery.error)}
        ${responseExcerpt && particular(show.answer, responseExcerpt)} ${particular(show.event, eventId)}
        ${particular(show.delivery, id)}
      </dl>
      ${
        endpoint.status === "enabled" &&
        status !== "pending" &&
        eventType !== "ping" &&
        html`<form method="post" action="${path}/${endpoint.id}/again">
          ${hidden("csrf", page.csrf)} ${hidden("delivery", id)}
          ${button(show.again, { look: "secondary", spoken: fillPlain(show.againOf, { type: eventType, id }) })}
        </form>`
      }
    </details>
  </li>`;
};

const particular = (name: string, value: string): Markup =>
  html`<div>
    <dt>${name}</dt>
    <dd class="mono foreign">${value}</dd>
  </div>`;
