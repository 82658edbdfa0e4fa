import type { FastifyInstance, FastifyReply } from "fastify";
import { providerChoices } from "#domain/people/identity-providers/provider.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { type NewProviderView, providerList } from "../../views/admin/sign-in/providers.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { performForm } from "../parts/perform-once.ts";
import type { AdminOptions } from "../parts/options.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { byEmailPage } from "./by-email.ts";
import { providerSettingsPages } from "./provider.ts";
import { roleRulesPage, rulesOf } from "./role-rules.ts";
import { stepUpPage } from "./step-up.ts";

const { path } = adminSections.signIn;

/** GET and POST /admin/settings/sign-in: identity providers, and a new one. */
export function signInSettingsPages(app: FastifyInstance, options: AdminOptions): void {
  providerSettingsPages(app);
  byEmailPage(app, options);
  roleRulesPage(app, options, (pageRequest, rules) => show(pageRequest, { rules, isRemoved: false }));
  stepUpPage(app, options);
  getPage(app, path, async (pageRequest, request) => {
    const { done } = request.query;
    return show(pageRequest, { isRemoved: done === "removed", isSaved: done === "saved" });
  });

  postForm(app, path, async (pageRequest, form) => {
    const choice = providerChoices.find((name) => name === form.get("preset")) ?? "other";
    const typed = { choice, name: (form.get("name") ?? "").trim(), issuer: (form.get("issuer") ?? "").trim() };
    const { createIdentityProvider } = await adminOperations.signIn();
    try {
      const { id } = await performForm(pageRequest, createIdentityProvider, typed, wireIdOf);
      return await pageRequest.reply.redirect(`${path}/${String(id)}?done=added`, 303);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
      const wrong = new Set(error.details.errors?.map(({ pointer }) => pointer.slice(1)));
      return show(pageRequest, { typed, wrong, isRemoved: false });
    }
  });
}

const wireIdOf = ({ id }: { id: string }) => ({ id: formatId("identityProvider", id) });

async function show(
  pageRequest: AdminPageRequest,
  view: Pick<NewProviderView, "typed" | "wrong" | "isRemoved" | "isSaved"> & Partial<Pick<NewProviderView, "rules">>,
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  const { listIdentityProviders, createIdentityProvider } = await adminOperations.signIn();
  const providers = await perform(listIdentityProviders, context, {});
  const rows = providers.map(({ id, ...provider }) => ({ ...provider, id: formatId("identityProvider", id) }));
  const mayChange = mayPerform(context.caller, createIdentityProvider);
  const page = providerList(adminPageOf(pageRequest, "signIn"), {
    ...view,
    rules: view.rules ?? { typed: rulesOf(context.site.settings), wrong: new Set() },
    providers: rows,
    mayChange,
    byEmail: context.site.settings.signInByEmail,
    stepUp: context.site.settings.apiStepUp,
    maxAge: context.site.settings.apiStepUpMaxAge,
    sendsMail: context.mail !== undefined,
  });
  return sendPage(reply, page, { status: view.wrong || view.rules ? 422 : 200 });
}
