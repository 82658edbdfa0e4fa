import type { FastifyInstance } from "fastify";
import { sendPage } from "../send.ts";
import { sendStaleForm } from "../stale-form.ts";
import { formOf } from "../visit.ts";
import { betaFeatures } from "../views/admin/beta-features.ts";
import type { AdminOptions } from "./plugin.ts";
import { saveSettings } from "./save-settings.ts";
import { adminSections } from "./sections.ts";
import { adminPageOf, adminVisitOf } from "./visit.ts";

const { path } = adminSections.betaFeatures;

/** GET and POST /admin/settings/beta-features */
export function betaFeaturesPages(app: FastifyInstance, { csrfKey, sites }: AdminOptions): void {
  app.get<{ Querystring: { done?: string } }>(path, async (request, reply) => {
    const visitor = adminVisitOf(request);
    const enabled = visitor.context.site.settings.betaFeatures;
    const saved = request.query.done === "saved";
    return sendPage(reply, betaFeatures(adminPageOf(visitor, "betaFeatures"), { enabled, saved }));
  });

  app.post(path, async (request, reply) => {
    const visitor = adminVisitOf(request);
    const form = formOf(visitor, csrfKey);
    if (!form) return sendStaleForm(visitor, path);
    const on = form.get("mcp_connections") === "on";
    await saveSettings(visitor, sites, { betaFeatures: on ? ["mcp_connections"] : [] });
    return reply.redirect(`${path}?done=saved`, 303);
  });
}
