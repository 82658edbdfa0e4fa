import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { readSiteSummary } from "#oauth/applications/site-summary.ts";
import { sendPage } from "../responses/send.ts";
import { overview } from "../views/admin/overview.ts";
import { readLately } from "./analytics/lately.ts";
import { adminPageOf, adminPageRequestOf } from "./parts/page-request.ts";

/** GET /admin: activity and links to all sections. */
export function overviewPage(app: FastifyInstance): void {
  app.get("/admin", async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const [counts, lately] = await Promise.all([
      perform(readSiteSummary, pageRequest.context, {}),
      readLately(pageRequest.context),
    ]);
    return sendPage(reply, overview(adminPageOf(pageRequest, "overview"), counts, lately));
  });
}
