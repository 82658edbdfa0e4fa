import type { FastifyInstance, FastifyReply } from "fastify";
import { ecpayMethods, paymentDays } from "#domain/sales/payments/ecpay/account.ts";
import { taxSettings } from "#domain/sales/payments/stripe/tax.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { paymentSettings, type PaymentSettingsView, sellingFields } from "../../views/admin/payments/payments.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { getPage, postChanges } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { providerEventPages } from "./provider-events.ts";
import { refundPolicyPages } from "./refund-policies.ts";
import { reconciliationPages } from "./reconciliation.ts";
import { paymentCredentialPages } from "./credentials.ts";
import { type ProviderName, providerNames } from "#domain/site/selling/payment-provider.ts";

const { path } = adminSections.payments;

/** GET and POST /admin/payments: how the school sells. POST /admin/payments/{provider}: a payment method. */
export function paymentPages(app: FastifyInstance): void {
  paymentCredentialPages(app);
  reconciliationPages(app);
  providerEventPages(app);
  refundPolicyPages(app);
  getPage(app, path, async (pageRequest, request) => show(pageRequest, { isSaved: request.query.done === "saved" }));

  postChanges(app, path, async (pageRequest, edited) => {
    const { form } = edited;
    const { saveSellingSettings } = await adminOperations.payments();
    try {
      const changes = Object.entries(sellingIn(form)).filter(([name]) => edited.isChanged(name));
      if (changes.length > 0) await perform(saveSellingSettings, pageRequest.context, Object.fromEntries(changes));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
      const pointers = new Set(error.details.errors?.map(({ pointer }) => pointer));
      const wrong = sellingFields.filter((name) => pointers.has(`/${name}`));
      const typed = Object.fromEntries(sellingFields.map((name) => [name, form.get(name) ?? ""]));
      return show(pageRequest, { isSaved: false, typed, wrong });
    }
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });

  postChanges(app, { path: `${path}/:provider`, formAt: path }, async (pageRequest, edited, request) => {
    const { form, isChanged } = edited;
    const provider = providerNames.find((name) => name === request.params.provider);
    if (!provider) throw new Problem("not_found", "This payment method does not exist.");
    const changes = {
      ...(isChanged(`enabled-${provider}`) && { enabled: form.get(`enabled-${provider}`) === "on" }),
      ...(isChanged(...fieldsOfSettings(provider)) && { settings: settingsIn(form, provider) }),
    };
    const { savePaymentProvider } = await adminOperations.payments();
    if (Object.keys(changes).length > 0) {
      await perform(savePaymentProvider, pageRequest.context, { provider, ...changes });
    }
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}

/** Names of the fields that the settings of a provider are read from. */
function fieldsOfSettings(provider: ProviderName): readonly string[] {
  if (provider === "ecpay") return ["days", ...ecpayMethods.map((method) => `method-${method}`)];
  return provider === "stripe" ? ["stripe-tax"] : ["instructions", "holder"];
}

function settingsIn(form: Form, provider: ProviderName): Record<string, string> {
  if (provider === "ecpay") {
    const methods = ecpayMethods.filter((method) => form.get(`method-${method}`) === "on").join(" ");
    const days = Math.trunc(Number(form.get("days") || paymentDays.default)) || paymentDays.default;
    return { methods, days: String(Math.min(Math.max(days, paymentDays.min), paymentDays.max)) };
  }
  if (provider === "stripe") return form.get("stripe-tax") === "on" ? taxSettings.calculated : taxSettings.none;
  const instructions = form.get("instructions")?.replaceAll("\r\n", "\n");
  const holder = form.get("holder");
  return { ...(instructions !== undefined && { instructions }), ...(holder !== undefined && { holder }) };
}

function sellingIn(form: Form): Record<string, unknown> {
  const text = (name: string) => (form.get(name) ?? "").replaceAll("\r\n", "\n");
  const number = (name: string) => Number(text(name).replace(",", ".") || Number.NaN);
  return {
    sellerName: text("sellerName"),
    sellerAddress: text("sellerAddress"),
    sellerTaxId: text("sellerTaxId"),
    taxName: text("taxName"),
    // 5.25 % is 525.
    taxRate: Number((number("taxRate") * 100).toFixed(4)),
    refundAccess: form.get("refundAccess"),
    checkoutMinutes: number("checkoutMinutes"),
    graceDays: number("graceDays"),
    waitlistHours: number("waitlistHours"),
    // Empty: the school promises nothing.
    moneyBackDays: text("moneyBackDays") === "" ? 0 : number("moneyBackDays"),
  };
}

async function show(
  pageRequest: AdminPageRequest,
  view: Omit<PaymentSettingsView, "settings" | "mayChange">,
): Promise<FastifyReply> {
  const { readPaymentSettings, saveSellingSettings } = await adminOperations.payments();
  const settings = await perform(readPaymentSettings, pageRequest.context, {});
  const mayChange = mayPerform(pageRequest.context.caller, saveSellingSettings);
  const page = paymentSettings(adminPageOf(pageRequest, "payments"), { ...view, settings, mayChange });
  return sendPage(pageRequest.reply, page, { status: view.wrong ? 422 : 200 });
}
