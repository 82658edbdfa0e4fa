import { html } from "hono/html";

import type { eventFilters, StaffEvent } from "#domain/sales/payments/provider-events/operations.ts";
import { formatId } from "#domain/platform/ids.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

export const providerEventsPath = `${adminSections.payments.path}/events`;

export const eventNotices = ["applied", "waiting", "failed"] as const;

type Filter = (typeof eventFilters)[number];

interface ProviderEventsView {
  events: readonly StaffEvent[];
  filter: Filter;
  notice?: (typeof eventNotices)[number] | undefined;
  pages: Pages;
}

const filters: readonly Filter[] = ["failed", "unknown", "all"];

/** GET /admin/payments/events: events of payment providers, those that could not be applied first. */
export const providerEvents = (
  page: AdminPage,
  { events, filter, notice: done, pages }: ProviderEventsView,
): string => {
  const { payments } = textFor(page.locale).admin.resources;
  const { events: text } = payments;
  return adminLayout(page, {
    title: text.title,
    content: html`${done !== undefined && said(page, done)}
      <p><a href="${adminSections.payments.path}">${payments.section.name}</a></p>
      <h1>${text.title}</h1>
      <p class="lead">${text.about}</p>
      ${filterLinks({
        label: text.views,
        filters,
        chosen: filter,
        text: text.filters,
        href: (name) => `${providerEventsPath}?state=${name}`,
      })}
      ${rowsOr(events, (event) => row(page, event, filter), text.none[filter])} ${pager(page.locale, text.title, pages)}`,
  });
};

const said = (page: AdminPage, done: (typeof eventNotices)[number]): Markup => {
  const { notices } = textFor(page.locale).admin.resources.payments.events;
  return done === "applied" ? notice(notices.applied) : problem("state", notices[done]);
};

const row = (page: AdminPage, event: StaffEvent, filter: Filter): Markup => {
  const { payments, orders } = textFor(page.locale).admin.resources;
  const { events: text } = payments;
  const { provider, messageId, type, result, error, orderId, orderNumber, receivedAt, isWaiting } = event;
  const name = fillPlain(orders.title, { number: orderNumber ?? "" });
  return html`<li class="row">
    <div class="about">
      <h2>${foreign(type)}</h2>
      <ul class="facts">
        <li>${payments[provider].name}</li>
        <li>${timestamp(page, receivedAt)}</li>
        ${
          orderId !== null &&
          html`<li><a href="${adminSections.orders.path}/${formatId("order", orderId)}">${name}</a></li>`
        }
      </ul>
      ${error !== null && html`<p class="soft">${text.errors[error]}</p>`}
      <p class="soft"><code>${messageId}</code></p>
    </div>
    <p class="here">${text.results[result]}</p>
    ${
      isWaiting &&
      html`<form method="post" action="${providerEventsPath}" class="whole">
        ${hidden("csrf", page.csrf)} ${hidden("provider", provider)} ${hidden("event", messageId)}
        ${hidden("state", filter)} ${button(text.apply, { look: "secondary" })}
      </form>`
    }
  </li>`;
};
