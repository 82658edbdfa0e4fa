import type { FastifyInstance } from "fastify";
import { sendPage } from "../send.ts";
import { overview } from "../views/admin/overview.ts";
import { adminPageOf, adminVisitOf } from "./visit.ts";

/** GET /admin: what the area has. */
export function overviewPage(app: FastifyInstance): void {
  app.get("/admin", async (request, reply) => {
    const visitor = adminVisitOf(request);
    return sendPage(reply, overview(adminPageOf(visitor, "overview")));
  });
}
