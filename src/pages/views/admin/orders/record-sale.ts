import { html, raw } from "hono/html";

import type { ProductToSell } from "#domain/sales/recorded-sales/list-products-to-sell.ts";
import { formatMoney } from "#lib/text/format-money.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, checkbox, field, hidden, problem } from "../../parts/fields.ts";
import { foreign } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export const recordSalePath = `${adminSections.orders.path}/record`;

export interface SaleForm {
  email: string;
  name: string;
  product: string;
  amount: string;
  reference: string;
  notify: boolean;
}

export interface RecordSaleView {
  products: readonly ProductToSell[];
  typed: SaleForm;
  /** The reason for which the sale was not recorded. */
  refusal?: "amount" | "acquired" | "sold_out" | "buyer" | "other" | undefined;
}

/** A form for a sale that was paid elsewhere. */
export const recordSalePage = (page: AdminPage, { products, typed, refusal }: RecordSaleView): string => {
  const { orders } = textFor(page.locale).admin.resources;
  const { record: text } = orders;
  const described = refusal === undefined ? undefined : "problem";
  return adminLayout(page, {
    title: text.title,
    problem: refusal !== undefined,
    content: html` <h1>${text.title}</h1>
      <p class="lead">${text.about}</p>
      ${refusal !== undefined && problem("problem", text.refusals[refusal])}
      ${
        products.length === 0
          ? html`<p class="prose soft after">${text.none}</p>`
          : html`<form method="post" action="${recordSalePath}" class="stack">
              ${hidden("csrf", page.csrf)}
              ${field({
                type: "email",
                name: "email",
                label: text.email,
                autocomplete: "off",
                value: typed.email,
                invalid: refusal === "buyer",
                describedBy: refusal === "buyer" ? described : undefined,
              })}
              ${optional("name", text.name, typed.name)}
              <div class="field">
                <label for="product">${text.product}</label>
                <select id="product" name="product" required>
                  <option value="">${textFor(page.locale).admin.derived.form.choose}</option>
                  ${products.map(
                    ({ id, name, price }) =>
                      html`<option value="${id}" ${id === typed.product && raw("selected")}>
                        ${foreign(name)}${price ? ` · ${formatMoney(page.locale, price)}` : ""}
                      </option>`,
                  )}
                </select>
              </div>
              ${optional("amount", text.amount, typed.amount, refusal === "amount")}
              ${optional("reference", text.reference, typed.reference)}
              ${checkbox({ name: "notify", label: text.notify, checked: typed.notify })}
              <div>${button(text.act, { look: "primary" })}</div>
            </form>`
      }`,
  });
};

const optional = (name: "name" | "amount" | "reference", label: string, value: string, invalid = false) =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="text"
      autocomplete="off"
      maxlength="200"
      value="${value}"
      ${invalid && raw('aria-invalid="true" aria-describedby="problem"')}
    />
  </div>`;
