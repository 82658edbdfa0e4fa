import { html, raw } from "hono/html";
import type { OwnOrder } from "#domain/sales/payments/member/my-orders.ts";
import { findIban } from "#lib/text/iban.ts";
import { formatMoney } from "#lib/text/format-money.ts";
import { textFor } from "../../text/catalogue.ts";
import { foreign, type Markup } from "../parts/markup.ts";
import type { PublicContext } from "./public-context.ts";

/** Instructions for a bank transfer, with details to copy. */
export const bankTransfer = (page: PublicContext, order: OwnOrder): Markup => {
  const { orders: text } = textFor(page.locale).public.checkout;
  const { text: body = "", reference = order.number } = order.payment?.instructions ?? {};
  const iban = findIban(body);
  const amount = formatMoney(page.locale, { amount: order.total, currency: order.currency });
  const entries: [string, string | undefined][] = [
    [text.amount, amount],
    [text.iban, iban],
    [text.referenceName, reference],
  ];
  return html`<section>
    <h2>${text.howToPay}</h2>
    <p class="foreign lines">${body}</p>
    <div class="transfer">
      <dl class="sums">
        ${entries.map(([name, value]) =>
          value === undefined
            ? raw("")
            : html`<div>
                <dt>${name}</dt>
                <dd><b class="copied">${foreign(value)}</b></dd>
              </div>`,
        )}
      </dl>
    </div>
    <p class="aside">${text.copyHint}</p>
  </section>`;
};
