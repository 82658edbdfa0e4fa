import type { FastifyInstance } from "fastify";
import { stepUpChoices } from "#domain/platform/site/settings.ts";
import { stepUpPath } from "../../views/admin/sign-in/step-up-form.ts";
import type { AdminOptions } from "../parts/options.ts";
import { ownerRoutes } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { numberIn } from "../settings/limit-units.ts";
import { saveSettings } from "../settings/save-settings.ts";

const { path } = adminSections.signIn;
const { postForm } = ownerRoutes;

/** POST /admin/settings/sign-in/applications: what the person behind an application must prove. */
export function stepUpPage(app: FastifyInstance, { sites }: AdminOptions): void {
  postForm(app, { path: stepUpPath, formAt: path }, async (pageRequest, form) => {
    const apiStepUp = stepUpChoices.find((choice) => choice === form.get("stepUp")) ?? "off";
    await saveSettings(pageRequest, sites, { apiStepUp, apiStepUpMaxAge: numberIn(form.get("maxAge") ?? "") });
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}
