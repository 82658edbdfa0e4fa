import { html } from "hono/html";
import type * as z from "zod";

import { daysOf, ecpayMethods, methodsOf } from "#domain/sales/payments/ecpay/account.ts";
import { calculatesTax } from "#domain/sales/payments/stripe/tax.ts";
import type { readPaymentSettings } from "#domain/sales/payments/settings/save-providers.ts";
import { refundAccesses } from "#domain/site/selling/refund-access.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";

import { type ConnectedProvider, credentialFields } from "../../../admin/payments/credential-fields.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, checkbox, hidden, notice } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import { providerEventsPath } from "./provider-events.ts";
import { reconciliationPath } from "./reconciliation.ts";
import { refundPoliciesPath } from "../orders/refund-policies.ts";
import { credentialsState } from "./payment-credentials.ts";
import { choices, radio, textArea, textField } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

type Settings = z.output<typeof readPaymentSettings.output>;

export const sellingFields = [
  "sellerName",
  "sellerAddress",
  "sellerTaxId",
  "taxName",
  "taxRate",
  "checkoutMinutes",
  "graceDays",
  "waitlistHours",
  "moneyBackDays",
] as const;
type SellingField = (typeof sellingFields)[number];

export interface PaymentSettingsView {
  settings: Settings;
  isSaved: boolean;
  /** True for owners: the settings decide where money goes. */
  mayChange: boolean;
  /** Input of a form that was refused, and its wrong fields. */
  typed?: Readonly<Partial<Record<SellingField, string>>>;
  wrong?: readonly SellingField[];
}

const { path } = adminSections.payments;

/** Payment methods, each with a form, and the settings of sales. */
export const paymentSettings = (page: AdminPage, view: PaymentSettingsView): string => {
  const { payments: text } = textFor(page.locale).admin.resources;
  return adminLayout(page, {
    title: text.section.name,
    content: html`${view.isSaved && notice(text.notice.saved)}
      <h1>${text.section.name}</h1>
      <p class="lead">${text.intro}</p>
      <ul class="dashes prose">
        <li><a href="${reconciliationPath}">${text.reconciliation.link}</a></li>
        <li><a href="${providerEventsPath}">${text.events.link}</a></li>
        <li><a href="${refundPoliciesPath}">${text.refunds.link}</a></li>
      </ul>
      ${
        view.mayChange
          ? html`<h2>${text.methods}</h2>
              ${view.settings.providers.map((provider) => method(page, provider))}
              <h2>${text.selling}</h2>
              ${selling(page, view)}`
          : html`<p>${text.ownersOnly}</p>
              <ul class="dashes prose">
                ${view.settings.providers.filter(({ enabled }) => enabled).map(({ provider }) => html`<li>${text[provider].name}</li>`)}
              </ul>`
      }`,
  });
};

const method = (
  page: AdminPage,
  { provider, enabled, settings, credentials }: Settings["providers"][number],
): Markup => {
  const { save, resources } = textFor(page.locale).admin;
  const { payments: text } = resources;
  return html`<form method="post" action="${path}/${provider}" class="stack">
    ${hidden("csrf", page.csrf)}
    <h3>${text[provider].name}</h3>
    <p>${text[provider].about}</p>
    ${
      provider === "offline" &&
      html`${textArea({
        name: "instructions",
        label: text.offline.instructions,
        hint: text.offline.hint,
        value: settings["instructions"] ?? "",
        rows: 5,
        maxLength: 5000,
      })}
      ${textField({
        name: "holder",
        label: text.offline.holder,
        hint: text.offline.holderHint,
        value: settings["holder"] ?? "",
        maxLength: maxHolderLength,
      })}`
    }
    ${credentials && isConnected(provider) && credentialsState(page, provider, credentials)}
    ${
      credentials?.isComplete !== false &&
      html`${provider === "ecpay" && ecpayOptions(page, settings)}
        ${provider === "stripe" && checkbox({ name: "stripe-tax", label: text.stripe.tax, checked: calculatesTax({ settings }) })}
        ${checkbox({ name: `enabled-${provider}`, label: text.on, checked: enabled })}
        <div>${button(save, { look: "primary", spoken: `${save}: ${text[provider].name}` })}</div>`
    }
  </form>`;
};

/** The limit of names in SEPA transfers. */
const maxHolderLength = 70;

const isConnected = (provider: string): provider is ConnectedProvider => isFieldOf(credentialFields, provider);

/** The ways to pay at ECPay, and the days to pay. */
const ecpayOptions = (page: AdminPage, settings: Readonly<Record<string, string>>): Markup => {
  const { ecpay: text } = textFor(page.locale).admin.resources.payments;
  const offeredMethods = methodsOf({ settings });
  return html`${choices(
    { name: "ecpay-methods", label: text.methods, hint: text.byHand },
    html`${ecpayMethods.map((method) => checkbox({ name: `method-${method}`, label: text[method], checked: offeredMethods.includes(method) }))}`,
  )}
  ${textField({ name: "days", label: text.days, hint: text.daysHint, value: String(daysOf({ settings })), maxLength: 2, numeric: true })}`;
};

const selling = (
  page: AdminPage,
  { settings: { selling: current }, typed, wrong = [] }: PaymentSettingsView,
): Markup => {
  const { save, resources } = textFor(page.locale).admin;
  const { payments: text } = resources;
  const stored: Record<SellingField, string> = {
    sellerName: current.sellerName ?? "",
    sellerAddress: current.sellerAddress ?? "",
    sellerTaxId: current.sellerTaxId ?? "",
    taxName: current.taxName ?? "",
    taxRate: String(current.taxRate / 100),
    checkoutMinutes: String(current.checkoutMinutes),
    graceDays: String(current.graceDays),
    waitlistHours: String(current.waitlistHours),
    moneyBackDays: current.moneyBackDays === 0 ? "" : String(current.moneyBackDays),
  };
  const field = (name: SellingField, maxLength: number, numeric = false) => ({
    name,
    label: text[name],
    value: typed?.[name] ?? stored[name],
    maxLength,
    numeric,
    problem: wrong.includes(name) ? text.wrong[name] : undefined,
  });
  return html`<form method="post" action="${path}" class="stack">
    ${hidden("csrf", page.csrf)} ${textField({ ...field("sellerName", 200), hint: text.sellerNameHint })}
    ${textArea({ ...field("sellerAddress", 500), rows: 3 })} ${textField(field("sellerTaxId", 50))}
    ${textField(field("taxName", 50))} ${textField(field("taxRate", 6, true))}
    ${choices(
      { name: "refund-access", label: text.refundAccess, hint: text.refundAccessHint },
      html`${refundAccesses.map((value) => {
        const { name: label, hint } = text[value];
        return radio({ name: "refundAccess", value, label, hint, checked: current.refundAccess === value });
      })}`,
    )}
    ${textField(field("checkoutMinutes", 4, true))}
    ${textField({ ...field("graceDays", 2, true), hint: text.graceDaysHint })}
    ${textField({ ...field("waitlistHours", 3, true), hint: text.waitlistHoursHint })}
    ${textField({ ...field("moneyBackDays", 3, true), hint: text.moneyBackDaysHint })}
    <div>${button(save, { look: "primary" })}</div>
  </form>`;
};
