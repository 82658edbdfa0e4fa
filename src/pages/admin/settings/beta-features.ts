import type { FastifyInstance } from "fastify";
import { sendPage } from "../../responses/send.ts";
import { betaFeatures } from "../../views/admin/settings/beta-features.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { editedForm } from "../parts/edited-form.ts";
import { saveSettings } from "./save-settings.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";

const { path } = adminSections.betaFeatures;

/** GET and POST /admin/settings/beta-features */
export function betaFeaturesPages(app: FastifyInstance, { sites }: AdminOptions): void {
  app.get<{ Querystring: { done?: string } }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const enabled = pageRequest.context.site.settings.betaFeatures;
    const saved = request.query.done === "saved";
    return sendPage(reply, betaFeatures(adminPageOf(pageRequest, "betaFeatures"), { enabled, saved }));
  });

  app.post(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const edited = await editedForm(pageRequest, path);
    if (!edited) return reply;
    const on = edited.form.get("mcp_connections") === "on";
    if (edited.isChanged("mcp_connections")) {
      await saveSettings(pageRequest, sites, { betaFeatures: on ? ["mcp_connections"] : [] });
    }
    return reply.redirect(`${path}?done=saved`, 303);
  });
}
