import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Any origin may call what takes no cookie: the answer depends on a token alone. Adds the headers to every answer of
 * the plugin, and a preflight to every path it will have.
 */
export function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("access-control-allow-origin", "*");
    reply.header("access-control-expose-headers", "WWW-Authenticate, X-Request-Id, Retry-After");
    done();
  });
  const answered = new Set<string>();
  app.addHook("onRoute", ({ url }) => {
    if (answered.has(url)) return;
    answered.add(url);
    app.options(url, preflight);
  });
}

function preflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .header("access-control-allow-methods", "GET, POST, OPTIONS")
    .header("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "*")
    .header("access-control-max-age", "86400")
    .header("vary", "Access-Control-Request-Headers")
    .code(204)
    .send();
}
