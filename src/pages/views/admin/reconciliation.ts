import { html, raw } from "hono/html";

import type { Divergence, Reconciliation } from "#domain/sales/payments/reconciliation/reconcile.ts";
import { providerNames } from "#domain/sales/payments/provider.ts";
import { formatId } from "#domain/platform/ids.ts";
import { isFieldOf } from "#lib/typed-object.ts";

import { adminSections } from "../../admin/sections.ts";
import { textFor } from "../../text/catalogue.ts";
import { button, hidden, problem } from "../fields.ts";
import { fillPlain, foreign, type Markup } from "../markup.ts";
import { adminLayout, type AdminPage } from "./layout.ts";

export const reconciliationPath = `${adminSections.payments.path}/reconciliation`;

interface ReconciliationView {
  /** Undefined before a comparison. */
  result?: Reconciliation | undefined;
  isUnreachable?: boolean;
}

/** GET and POST /admin/payments/reconciliation: differences between payments here and at their providers. */
export const reconciliationPage = (page: AdminPage, { result, isUnreachable = false }: ReconciliationView): string => {
  const { payments } = textFor(page.locale).admin.resources;
  const { reconciliation: text } = payments;
  return adminLayout(page, {
    title: text.title,
    content: html`<p><a href="${adminSections.payments.path}">${payments.section.name}</a></p>
      <h1>${text.title}</h1>
      <p class="lead">${text.about}</p>
      ${isUnreachable ? problem("state", text.unreachable) : raw("")} ${result ? differences(page, result) : raw("")}
      <form method="post" action="${reconciliationPath}" class="stack">
        ${hidden("csrf", page.csrf)}
        <div>${button(text.action, { look: result ? "secondary" : "primary" })}</div>
      </form>`,
  });
};

const differences = (page: AdminPage, { compared, unanswered, isTruncated, divergences }: Reconciliation): Markup => {
  const { reconciliation: text } = textFor(page.locale).admin.resources.payments;
  return html`<h2>${fillPlain(text.compared, { count: compared.toLocaleString(page.locale) })}</h2>
    ${unanswered > 0 ? html`<p class="prose">${fillPlain(text.unanswered, { count: unanswered.toLocaleString(page.locale) })}</p>` : raw("")}
    ${isTruncated ? html`<p class="prose">${text.truncated}</p>` : raw("")}
    ${
      divergences.length === 0
        ? html`<p class="prose">${text.none}</p>`
        : html`<ul class="rows">
            ${divergences.map((divergence) => row(page, divergence))}
          </ul>`
    }`;
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
  const known = providerNames.find((name) => name === provider);
  return known ? payments[known].name : provider;
};
