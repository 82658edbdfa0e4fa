import type { FastifyInstance } from "fastify";
import { perform } from "#domain/operation.ts";
import { readSiteAtAGlance } from "#oauth/applications/glance.ts";
import { sendPage } from "../send.ts";
import { overview } from "../views/admin/overview.ts";
import { adminPageOf, adminVisitOf } from "./visit.ts";

/** GET /admin: what there is to decide, and where. */
export function overviewPage(app: FastifyInstance): void {
  app.get("/admin", async (request, reply) => {
    const visitor = adminVisitOf(request);
    const counts = await perform(readSiteAtAGlance, visitor.context, {});
    return sendPage(reply, overview(adminPageOf(visitor, "overview"), counts));
  });
}
