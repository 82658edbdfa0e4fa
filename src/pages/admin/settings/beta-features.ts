import type { FastifyInstance } from "fastify";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { betaFeatures } from "../../views/admin/settings/beta-features.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { saveSettings } from "./save-settings.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";

const { path } = adminSections.betaFeatures;

/** GET and POST /admin/settings/beta-features */
export function betaFeaturesPages(app: FastifyInstance, { csrfKey, sites }: AdminOptions): void {
  app.get<{ Querystring: { done?: string } }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const enabled = pageRequest.context.site.settings.betaFeatures;
    const saved = request.query.done === "saved";
    return sendPage(reply, betaFeatures(adminPageOf(pageRequest, "betaFeatures"), { enabled, saved }));
  });

  app.post(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const form = formOf(pageRequest, csrfKey);
    if (!form) return sendStaleForm(pageRequest, path);
    const on = form.get("mcp_connections") === "on";
    await saveSettings(pageRequest, sites, { betaFeatures: on ? ["mcp_connections"] : [] });
    return reply.redirect(`${path}?done=saved`, 303);
  });
}
