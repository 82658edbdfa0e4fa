import type { FastifyInstance } from "fastify";
import { signInByEmailChoices } from "#domain/platform/site/settings.ts";
import { byEmailPath } from "../../views/admin/sign-in/providers.ts";
import type { AdminOptions } from "../parts/options.ts";
import { ownerRoutes } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { saveSettings } from "../settings/save-settings.ts";

const { path } = adminSections.signIn;
const { postForm } = ownerRoutes;

/** POST /admin/settings/sign-in/by-email. Only owners change how people sign in, as with identity providers. */
export function byEmailPage(app: FastifyInstance, { sites }: AdminOptions): void {
  postForm(app, { path: byEmailPath, formAt: path }, async (pageRequest, form) => {
    const signInByEmail = signInByEmailChoices.find((choice) => choice === form.get("byEmail")) ?? "off";
    await saveSettings(pageRequest, sites, { signInByEmail });
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}
