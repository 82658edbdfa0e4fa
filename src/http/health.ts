import type { FastifyInstance } from "fastify";
import type { Queries } from "#database/database.ts";

/** GET /healthz: the process answers. GET /readyz: so does the database. On every host, since probes name none. */
export function healthEndpoints(app: FastifyInstance, db: Queries, isClosing: () => boolean): void {
  app.get("/healthz", async () => ({ status: "ok" }));

  app.get("/readyz", async (request, reply) => {
    if (isClosing()) return reply.code(503).send({ status: "closing" });
    try {
      await db.first`select 1`;
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "the database does not answer");
      return reply.code(503).send({ status: "database unavailable" });
    }
  });
}
