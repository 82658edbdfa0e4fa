import type { FastifyInstance, FastifyReply } from "fastify";
import { removePaymentCredentials, savePaymentCredentials } from "#domain/sales/payments/settings/save-credentials.ts";
import { stripeEvents } from "#domain/sales/payments/stripe/read-event.ts";
import { byOwnersInPerson, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendPage } from "../../responses/send.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { credentialsPath, paymentCredentials } from "../../views/admin/payments/payment-credentials.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { getPage, postForm, postChanges } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { type ConnectedProvider, type CredentialField, credentialFields } from "./credential-fields.ts";

/** GET and POST /admin/payments/{provider}/credentials: the keys of providers. */
export function paymentCredentialPages(app: FastifyInstance): void {
  for (const provider of typedKeys(credentialFields)) pagesOfProvider(app, provider);
}

function pagesOfProvider(app: FastifyInstance, provider: ConnectedProvider): void {
  const here = credentialsPath(provider);
  getPage(app, here, async (pageRequest) => show(pageRequest, provider));

  postForm(app, { path: `${here}/remove`, formAt: here }, async (pageRequest, form) => {
    const { context, browser, reply } = pageRequest;
    try {
      const password = form.get("current") ?? "";
      if (await removePaymentCredentials(context, { provider, password, browser })) {
        return await reply.redirect(`${adminSections.payments.path}?done=saved`, 303);
      }
      return await show(pageRequest, provider, { wrong: "removal", status: 401 });
    } catch (error) {
      if (error instanceof Problem && error.code === "conflict") {
        return show(pageRequest, provider, { wrong: "renewing", status: 409 });
      }
      return show(pageRequest, provider, refusalOf(error, provider, reply));
    }
  });

  postChanges(app, here, async (pageRequest, edited) => {
    const { form } = edited;
    const { context, browser } = pageRequest;
    const credentials = Object.fromEntries(credentialFields[provider].map(({ name }) => [name, form.get(name) ?? ""]));
    try {
      const password = form.get("current") ?? "";
      const isSaved = await savePaymentCredentials(context, { provider, credentials, password, browser });
      if (!isSaved) return await show(pageRequest, provider, { wrong: "password", status: 401 });
    } catch (error) {
      return show(pageRequest, provider, refusalOf(error, provider, pageRequest.reply));
    }
    return pageRequest.reply.redirect(`${adminSections.payments.path}?done=saved`, 303);
  });
}

interface Refusal {
  wrong: CredentialField | "password" | "unreachable" | "limited" | "removal" | "renewing";
  status: number;
}

/** Rethrows errors that the form cannot display. */
function refusalOf(error: unknown, provider: ConnectedProvider, reply: FastifyReply): Refusal {
  if (!(error instanceof Problem)) throw error;
  const { retryAfterSeconds = 1, errors = [] } = error.details;
  const field = credentialFields[provider].find(({ name }) => errors.some(({ pointer }) => pointer === `/${name}`));
  if (field) return { wrong: field.name, status: 422 };
  if (error.code === "invalid_state") return { wrong: "unreachable", status: 503 };
  if (error.code !== "rate_limited") throw error;
  reply.header("retry-after", String(retryAfterSeconds));
  return { wrong: "limited", status: 429 };
}

async function show(
  pageRequest: AdminPageRequest,
  provider: ConnectedProvider,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  const { readPaymentSettings } = await adminOperations.payments();
  const { providers } = await perform(readPaymentSettings, context, {});
  const credentials = providers.find((other) => other.provider === provider)?.credentials;
  if (!credentials) throw new Error(`The provider ${provider} has no credentials.`);
  // ECPay gets its addresses with each payment.
  const address = `${context.site.origin}/payments/${provider}/events`;
  const webhook = provider === "stripe" ? { address, events: stripeEvents } : undefined;
  const mayChange = mayPerform(context.caller, { access: byOwnersInPerson });
  const view = { provider, credentials, webhook, mayChange, wrong: refusal?.wrong };
  return sendPage(reply, paymentCredentials(adminPageOf(pageRequest, "payments"), view), {
    status: refusal?.status ?? 200,
  });
}
