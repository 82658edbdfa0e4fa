import { html } from "hono/html";
import type * as z from "zod";

import { formatProductId } from "#domain/offers/coupons/product.ts";
import type { listRefundPolicies } from "#domain/sales/refund-policies/operations.ts";
import { refundAccesses } from "#domain/site/selling/refund-access.ts";
import { typedKeys } from "#lib/json/typed-object.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { choices, radio, textField } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

export const refundPoliciesPath = `${adminSections.payments.path}/refunds`;

export const refundPolicyNotices = typedKeys(textFor("en").admin.resources.payments.refunds.notice);

type Policy = z.output<typeof listRefundPolicies.output>["policies"][number];

export interface RefundPoliciesView {
  policies: readonly Policy[];
  pages: Pages;
  notice?: (typeof refundPolicyNotices)[number] | undefined;
  /** True for owners. */
  mayChange: boolean;
  /** The item of a form that was refused. */
  typed?: string | undefined;
  /** The choice of that form. */
  access?: string | undefined;
  /** Why no single item has the typed name. */
  problem?: string | undefined;
}

/** GET /admin/payments/refunds: items with a refund policy of their own. Posts `act`: save or remove. */
export const refundPolicies = (page: AdminPage, view: RefundPoliciesView): string => {
  const { payments } = textFor(page.locale).admin.resources;
  const { refunds: text } = payments;
  return adminLayout(page, {
    title: text.title,
    content: html`${view.notice && notice(text.notice[view.notice])}
      <p><a href="${adminSections.payments.path}">${payments.section.name}</a></p>
      <h1>${text.title}</h1>
      <p class="lead">${text.about}</p>
      ${rowsOr(view.policies, (policy) => row(page, policy, view.mayChange), html`<p class="prose soft">${text.none}</p>`)}
      ${pager(page.locale, text.title, view.pages)} ${view.mayChange && form(page, view)}`,
  });
};

const row = (page: AdminPage, { product, name, access }: Policy, mayChange: boolean): Markup => {
  const { payments: text } = textFor(page.locale).admin.resources;
  const { refunds } = text;
  const spoken = fillPlain(refunds.removeOf, { name: name ?? refunds.deleted });
  return html`<li class="row">
    <div class="about">
      <h2>${name === null ? refunds.deleted : foreign(name)}</h2>
      <p class="soft">${refunds.types[product.type]}</p>
    </div>
    <p class="here">${text[access].name}</p>
    ${
      mayChange &&
      html`<form method="post" action="${refundPoliciesPath}">
        ${hidden("csrf", page.csrf)} ${hidden("item", formatProductId(product))}
        ${button(refunds.remove, { look: "secondary", name: "act", value: "remove", spoken })}
      </form>`
    }
  </li>`;
};

const form = (page: AdminPage, { typed, access, problem }: RefundPoliciesView): Markup => {
  const { save, resources } = textFor(page.locale).admin;
  const { refunds: text, ...policies } = resources.payments;
  return html`<h2>${text.add}</h2>
    <form method="post" action="${refundPoliciesPath}" class="stack">
      ${hidden("csrf", page.csrf)}
      ${textField({
        name: "item",
        label: text.item,
        hint: text.itemHint,
        value: typed ?? "",
        maxLength: 500,
        required: true,
        problem: typed === undefined ? undefined : (problem ?? text.wrong),
      })}
      ${choices(
        { name: "access-choices", label: text.access },
        html`${refundAccesses.map((value) => {
          const { name: label, hint } = policies[value];
          return radio({ name: "access", value, label, hint, checked: value === (access ?? "end") });
        })}`,
      )}
      <div>${button(save, { look: "primary", name: "act", value: "save" })}</div>
    </form>`;
};
