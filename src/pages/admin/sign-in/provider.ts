import type { FastifyInstance, FastifyReply } from "fastify";
import { proofOf } from "../../forms/proof-of.ts";
import { findProvider } from "#domain/people/identity-providers/queries.ts";
import { changeIdentityProvider, removeIdentityProvider } from "#domain/people/identity-providers/save-provider.ts";
import { addressesOfProvider } from "#domain/people/identity-providers/provider.ts";
import { parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { leaveForProvider } from "../../sign-in/providers/leave-for-provider.ts";
import { providerSettings, type SettingsWrong, settingsWrong } from "../../views/admin/sign-in/provider.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, ownerRoutes, postChanges, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { checkFields, type FormValues, inputOf, textFields, valuesIn, valuesOf } from "./form-values.ts";

const { path } = adminSections.signIn;

/** GET and POST /admin/settings/sign-in/{provider}, and its test and deletion. */
export function providerSettingsPages(app: FastifyInstance): void {
  getPage(app, `${path}/:id`, async (pageRequest, request) => {
    const { done } = request.query;
    const notice = done === "added" || done === "saved" ? done : undefined;
    return show(pageRequest, request.params.id, { notice });
  });

  postChanges(app, `${path}/:id`, async (pageRequest, edited, request) => {
    const here = `${path}/${request.params.id}`;
    const values = valuesIn(edited.form);
    const secret = edited.form.get("clientSecret") ?? "";
    const input = inputOf(values);
    const changes = Object.fromEntries(
      [...textFields, ...checkFields].filter((name) => edited.isChanged(name)).map((name) => [name, input[name]]),
    );
    const sent = { id: request.params.id, ...changes, ...(secret !== "" && { clientSecret: secret }) };
    try {
      const isSaved = await changeIdentityProvider(pageRequest.context, sent, presenceOf(pageRequest, edited.form));
      if (isSaved) return await pageRequest.reply.redirect(`${here}?done=saved`, 303);
      return await show(pageRequest, request.params.id, { values, wrong: new Set(["password"]), status: 401 });
    } catch (error) {
      return show(pageRequest, request.params.id, { values, ...refusalOf(error, pageRequest.reply) });
    }
  });

  ownerRoutes.postForm(app, { path: `${path}/:id/test`, formAt: ofProvider }, async (pageRequest, _form, request) => {
    const id = parseId("identityProvider", request.params.id);
    const provider = id && (await findProvider(pageRequest.context, id));
    if (!provider) throw notFound();
    return leaveForProvider(pageRequest, provider, { purpose: "test", authorizationId: null, returnTo: null });
  });

  postForm(app, { path: `${path}/:id/delete`, formAt: ofProvider }, async (pageRequest, form, request) => {
    try {
      const { context } = pageRequest;
      if (await removeIdentityProvider(context, request.params.id, presenceOf(pageRequest, form))) {
        return await pageRequest.reply.redirect(`${path}?done=removed`, 303);
      }
      return await show(pageRequest, request.params.id, { wrong: new Set(["removal"]), status: 401 });
    } catch (error) {
      return show(pageRequest, request.params.id, refusalOf(error, pageRequest.reply));
    }
  });
}

const ofProvider = ({ id }: { id: string }) => `${path}/${encodeURIComponent(id)}`;

const notFound = () => new Problem("not_found", "There is no such identity provider.");

const presenceOf = ({ browser }: AdminPageRequest, form: Form) => ({
  password: form.get("current") ?? "",
  browser,
});

interface Refusal {
  wrong: ReadonlySet<SettingsWrong>;
  status: number;
}

/** Rethrows errors that the form cannot display. */
function refusalOf(error: unknown, reply: FastifyReply): Refusal {
  if (!(error instanceof Problem)) throw error;
  const { retryAfterSeconds = 1, errors = [] } = error.details;
  if (error.code === "rate_limited") {
    reply.header("retry-after", String(retryAfterSeconds));
    return { wrong: new Set(["limited"]), status: 429 };
  }
  const named = new Set(errors.map(({ pointer }) => pointer.split("/")[1]));
  const wrong = settingsWrong.filter((name) => named.has(name));
  if (error.code !== "validation_failed" || wrong.length === 0) throw error;
  return { wrong: new Set(wrong), status: 422 };
}

interface Shown extends Partial<Refusal> {
  notice?: "added" | "saved" | undefined;
  /** Entered values. */
  values?: FormValues;
}

async function show(
  pageRequest: AdminPageRequest,
  wireId: string,
  { notice, values, wrong = new Set(), status = 200 }: Shown,
): Promise<FastifyReply> {
  const { context, reply, session } = pageRequest;
  const id = parseId("identityProvider", wireId);
  const { listIdentityProviders, createIdentityProvider } = await adminOperations.signIn();
  const provider = (await perform(listIdentityProviders, context, {})).find((one) => one.id === id);
  if (!provider) throw notFound();
  const view = {
    id: wireId,
    provider,
    values: values ?? valuesOf(provider),
    addresses: addressesOfProvider(context, provider),
    mayChange: mayPerform(context.caller, createIdentityProvider),
    proof: proofOf(session, context.now),
    notice,
    wrong,
  };
  return sendPage(reply, providerSettings(adminPageOf(pageRequest, "signIn"), view), { status });
}
