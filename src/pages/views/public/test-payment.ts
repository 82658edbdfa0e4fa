import { html } from "hono/html";
import { testOutcomes } from "#domain/sales/payments/test-provider.ts";
import { formatMoney } from "#lib/text/format-money.ts";
import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";

interface TestPaymentView {
  /** `pay_…` */
  paymentId: string;
  amount: { amount: number; currency: string };
  isPending: boolean;
  /** Path of the order. */
  order: string;
}

/** GET /checkout/test/{payment}: the page of the simulated provider. Posts `outcome`. */
export const testPaymentPage = (
  page: PublicContext,
  { paymentId, amount, isPending, order }: TestPaymentView,
): string => {
  const { test: text } = textFor(page.locale).public.checkout;
  return publicLayout(page, {
    title: text.title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header>
        <h1>${text.title}</h1>
        <p class="lead">${formatMoney(page.locale, amount)}</p>
      </header>
      <div class="main narrow">
        <p>${text.intro}</p>
        ${
          isPending
            ? html`<form method="post" action="/checkout/test/${paymentId}" class="stack">
                ${hidden("csrf", page.csrf ?? "")}
                ${testOutcomes.map(
                  (value, index) =>
                    html`<div>
                      ${button(text.outcomes[value], { look: index === 0 ? "primary" : "secondary", name: "outcome", value })}
                    </div>`,
                )}
              </form>`
            : html`<p>${text.over}</p>
                <p>
                  <a class="button primary" href="${order}">${textFor(page.locale).public.checkout.orders.refresh}</a>
                </p>`
        }
      </div>
    </div>`,
  });
};
