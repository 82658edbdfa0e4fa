import type { FastifyInstance } from "fastify";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { byOwnersInPerson } from "#domain/platform/operation.ts";
import { stepUpChoices } from "#domain/platform/site/settings.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { stepUpPath } from "../../views/admin/sign-in/step-up-form.ts";
import type { AdminOptions } from "../parts/options.ts";
import { adminPageRequestOf } from "../parts/page-request.ts";
import { adminSections } from "../sections.ts";
import { numberIn } from "../settings/limit-units.ts";
import { saveSettings } from "../settings/save-settings.ts";

const { path } = adminSections.signIn;

/** POST /admin/settings/sign-in/applications: what the person behind an application must prove. */
export function stepUpPage(app: FastifyInstance, { sites }: AdminOptions): void {
  app.post(stepUpPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    authorize(pageRequest.context.caller, byOwnersInPerson);
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, path);
    const apiStepUp = stepUpChoices.find((choice) => choice === form.get("stepUp")) ?? "off";
    await saveSettings(pageRequest, sites, { apiStepUp, apiStepUpMaxAge: numberIn(form.get("maxAge") ?? "") });
    return reply.redirect(`${path}?done=saved`, 303);
  });
}
