import { html } from "hono/html";
import type { CheckoutForm } from "#domain/sales/payments/provider.ts";
import { formatMoney } from "#lib/text/format-money.ts";
import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { fillPlain } from "../parts/markup.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";

interface CheckoutFormView {
  form: CheckoutForm;
  provider: "ecpay";
  amount: { amount: number; currency: string };
  /** Path of the order. */
  order: string;
}

/** GET /checkout/continue/{payment}: a form that posts signed fields to the page of a payment provider. */
export const checkoutFormPage = (page: PublicContext, { form, provider, amount, order }: CheckoutFormView): string => {
  const { handover: text } = textFor(page.locale).public.checkout;
  const { intro, action } = text[provider];
  return publicLayout(page, {
    title: text.title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header>
        <h1>${text.title}</h1>
      </header>
      <div class="main narrow">
        <p>${fillPlain(intro, { amount: formatMoney(page.locale, amount) })}</p>
        <form method="post" action="${form.action}" class="stack">
          ${Object.entries(form.fields).map(([name, value]) => hidden(name, value))}
          <div>${button(action, { look: "primary" })}</div>
        </form>
        <p><a href="${order}">${text.back}</a></p>
      </div>
    </div>`,
  });
};
