import type { FastifyInstance } from "fastify";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { byOwnersInPerson } from "#domain/platform/operation.ts";
import { signInByEmailChoices } from "#domain/platform/site/settings.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { byEmailPath } from "../../views/admin/sign-in/providers.ts";
import type { AdminOptions } from "../parts/options.ts";
import { adminPageRequestOf } from "../parts/page-request.ts";
import { adminSections } from "../sections.ts";
import { saveSettings } from "../settings/save-settings.ts";

const { path } = adminSections.signIn;

/** POST /admin/settings/sign-in/by-email. Only owners change how people sign in, as with identity providers. */
export function byEmailPage(app: FastifyInstance, { sites }: AdminOptions): void {
  app.post(byEmailPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    authorize(pageRequest.context.caller, byOwnersInPerson);
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, path);
    const signInByEmail = signInByEmailChoices.find((choice) => choice === form.get("byEmail")) ?? "off";
    await saveSettings(pageRequest, sites, { signInByEmail });
    return reply.redirect(`${path}?done=saved`, 303);
  });
}
