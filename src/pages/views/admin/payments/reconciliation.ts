import { formatNumber } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";

import type { Divergence, Reconciliation } from "#domain/sales/payments/reconciliation/payment-difference.ts";
import { formatId } from "#domain/platform/ids.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";
import { providerNames } from "#domain/site/selling/payment-provider.ts";

export const reconciliationPath = `${adminSections.payments.path}/reconciliation`;

interface ReconciliationView {
  isRunning: boolean;
  /** Null: payments were not compared yet. */
  finishedAt: Date | null;
  /** Null: a provider could not be reached. */
  result: Reconciliation | null;
}

/** GET /admin/payments/reconciliation: differences between payments here and at their providers. */
export const reconciliationPage = (page: AdminPage, { isRunning, finishedAt, result }: ReconciliationView): string => {
  const { payments } = textFor(page.locale).admin.resources;
  const { reconciliation: text } = payments;
  return adminLayout(page, {
    title: text.title,
    content: html`<p><a href="${adminSections.payments.path}">${payments.section.name}</a></p>
      <h1>${text.title}</h1>
      <p class="lead">${text.about}</p>
      ${isRunning ? notice(text.running) : form(page, result ? "secondary" : "primary")}
      ${!isRunning && finishedAt && !result && problem("state", text.unreachable)}
      ${finishedAt && result && differences(page, result, finishedAt)}`,
  });
};

const form = (page: AdminPage, look: "primary" | "secondary"): Markup => {
  const { reconciliation: text } = textFor(page.locale).admin.resources.payments;
  return html`<form method="post" action="${reconciliationPath}" class="stack">
    ${hidden("csrf", page.csrf)}
    <div>${button(text.action, { look })}</div>
  </form>`;
};

const differences = (
  page: AdminPage,
  { compared, unanswered, isTruncated, divergences }: Reconciliation,
  finishedAt: Date,
): Markup => {
  const { reconciliation: text } = textFor(page.locale).admin.resources.payments;
  return html`<h2>${fillPlain(text.compared, { count: formatNumber(page.locale, compared) })}</h2>
    <p class="soft">${fill(text.finished, { time: timestamp(page, finishedAt) })}</p>
    ${unanswered > 0 && html`<p class="prose">${fillPlain(text.unanswered, { count: formatNumber(page.locale, unanswered) })}</p>`}
    ${isTruncated && html`<p class="prose">${text.truncated}</p>`}
    ${rowsOr(divergences, (divergence) => row(page, divergence), html`<p class="prose">${text.none}</p>`)}`;
};

const row = (
  page: AdminPage,
  { kind, provider, reference, orderId, orderNumber, ours, theirs, isRepaired }: Divergence,
) => {
  const { payments, orders } = textFor(page.locale).admin.resources;
  const { reconciliation: text } = payments;
  const { statuses, title } = orders;
  const status = (name: string | null) =>
    name === null ? text.absent : isFieldOf(statuses, name) ? statuses[name] : name;
  const order =
    orderId === null
      ? raw("")
      : html`<a href="${adminSections.orders.path}/${formatId("order", orderId)}"
            >${fillPlain(title, { number: orderNumber ?? "" })}</a
          >
          · `;
  return html`<li class="row">
    <div class="about">
      <h3>${text.kinds[kind]}</h3>
      <p class="soft">${order}${nameOf(page, provider)} · ${foreign(reference)}</p>
      <p class="soft">${fillPlain(text.states, { ours: status(ours), theirs: status(theirs) })}</p>
    </div>
    <p class="here">${isRepaired ? text.repaired : text.open}</p>
  </li>`;
};

const nameOf = (page: AdminPage, provider: string): string => {
  const { payments } = textFor(page.locale).admin.resources;
  const providerName = providerNames.find((name) => name === provider);
  return providerName ? payments[providerName].name : provider;
};
