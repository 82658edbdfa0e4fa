import { html, raw } from "hono/html";

import type { AgreementView } from "#domain/sales/billing/agreement-view.ts";
import { formatId } from "#domain/platform/ids.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { statusOf } from "../../public/subscriptions.ts";
import type { AdminPage } from "../layout.ts";

const { path } = adminSections.members;

/** Recurring payments of a member. Nothing without any. Each posts `act`: now, at_period_end or resume. */
export const recurringPayments = (page: AdminPage, agreements: readonly AgreementView[]): Markup => {
  const { subscriptions: text } = textFor(page.locale).public.checkout;
  if (agreements.length === 0) return raw("");
  return html`<h2>${text.title}</h2>
    <ul class="rows">
      ${agreements.map(
        (agreement) =>
          html`<li class="row">
            <div class="about">
              <h3>${foreign(agreement.name)}</h3>
              <ul class="facts">
                <li>${statusOf(page, agreement)}</li>
                <li>${textFor(page.locale).public.checkout.methods[agreement.provider].name}</li>
                ${installmentsOf(page, agreement)}
              </ul>
              ${acts(page, agreement)}
            </div>
          </li>`,
      )}
    </ul>`;
};

const installmentsOf = ({ locale }: AdminPage, { payments, paymentsMade }: AgreementView): Markup => {
  const { subscriptions: text } = textFor(locale).public.checkout;
  if (payments === null) return raw("");
  return html`<li>${fillPlain(text.paid, { count: String(paymentsMade), total: String(payments) })}</li>`;
};

const acts = (page: AdminPage, { id, memberId, name, status, payments, cancelAtPeriodEnd }: AgreementView): Markup => {
  const { recurring: text } = textFor(page.locale).admin.members;
  if (status === "canceled" || status === "completed") return raw("");
  const address = `${path}/${formatId("member", memberId)}/payments/${formatId("billingAgreement", id)}`;
  const act = (value: "now" | "at_period_end" | "resume", look: "secondary" | "danger") =>
    button(text[value], { look, name: "act", value, spoken: `${text[value]}: ${name}` });
  return html`<form method="post" action="${address}" class="actions">
    ${hidden("csrf", page.csrf)}
    ${payments === null && (cancelAtPeriodEnd ? act("resume", "secondary") : act("at_period_end", "secondary"))}
    ${act("now", "danger")}
  </form>`;
};
