import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { readSiteSummary } from "#oauth/applications/site-summary.ts";
import { sendPage } from "../send.ts";
import { overview } from "../views/admin/overview.ts";
import { readLately } from "./analytics/lately.ts";
import { adminPageOf, adminVisitOf } from "./visit.ts";

/** GET /admin: activity and links to all sections. */
export function overviewPage(app: FastifyInstance): void {
  app.get("/admin", async (request, reply) => {
    const visitor = adminVisitOf(request);
    const [counts, lately] = await Promise.all([
      perform(readSiteSummary, visitor.context, {}),
      readLately(visitor.context),
    ]);
    return sendPage(reply, overview(adminPageOf(visitor, "overview"), counts, lately));
  });
}
