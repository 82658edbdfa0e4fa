import type { FastifyInstance } from "fastify";
import { betaFeatures } from "../../views/admin/settings/beta-features.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { saveSettings } from "./save-settings.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postChanges } from "../parts/routes.ts";

const { path } = adminSections.betaFeatures;

/** GET and POST /admin/settings/beta-features */
export function betaFeaturesPages(app: FastifyInstance, { sites }: AdminOptions): void {
  getPage(app, path, async (pageRequest, request) => {
    const enabled = pageRequest.context.site.settings.betaFeatures;
    const saved = request.query.done === "saved";
    return betaFeatures(adminPageOf(pageRequest, "betaFeatures"), { enabled, saved });
  });

  postChanges(app, path, async (pageRequest, edited) => {
    const on = edited.form.get("mcp_connections") === "on";
    if (edited.isChanged("mcp_connections")) {
      await saveSettings(pageRequest, sites, { betaFeatures: on ? ["mcp_connections"] : [] });
    }
    return pageRequest.reply.redirect(`${path}?done=saved`, 303);
  });
}
