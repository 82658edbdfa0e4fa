import type { FastifyInstance } from "fastify";

/** What every answer carries; pages add a content security policy of their own. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    reply.header("x-request-id", request.id);
    if (request.protocol === "https") reply.header("strict-transport-security", "max-age=63072000");
    done();
  });
}
