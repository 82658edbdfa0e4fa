import type { FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { adminPageRequestOf } from "../parts/page-request.ts";

/** Returns 404 for these pages until the site enables the feature. */
export function requireBetaFeature(app: FastifyInstance, feature: SiteSettings["betaFeatures"][number]): void {
  // After the guard of the admin area, which responds to visitors without a session.
  app.addHook("preHandler", async (request) => {
    const { betaFeatures } = adminPageRequestOf(request).context.site.settings;
    if (betaFeatures.includes(feature)) return;
    throw new Problem(
      "not_found",
      "This page becomes available when the feature is turned on under Settings, Beta features.",
    );
  });
}
