import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Any origin may call what takes no cookie: the answer depends on a token alone. Adds the headers to the answers of the
 * plugin, and a preflight to every path it will have. What is cached may have been asked for by anyone, so there they
 * stand always; elsewhere only scripts get them.
 */
export function allowAnyOrigin(app: FastifyInstance, { cached = false } = {}): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (cached || request.headers.origin !== undefined) {
      reply.header("access-control-allow-origin", "*");
      reply.header("access-control-expose-headers", exposed);
    }
    done();
  });
  const answered = new Set<string>();
  app.addHook("onRoute", ({ routePath, constraints }) => {
    // Where an address is shared with a page, a script asks for its document without a preflight.
    if (answered.has(routePath) || constraints?.["reads"] !== undefined) return;
    answered.add(routePath);
    app.options(routePath, preflight);
  });
}

/** Of the headers of an answer, those that a script may read besides the plain ones. */
const exposed =
  "WWW-Authenticate, X-Request-Id, Retry-After, ETag, Link, Location, Idempotency-Replayed, RateLimit, RateLimit-Policy";

function preflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE, OPTIONS")
    .header("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "*")
    .header("access-control-max-age", "86400")
    .header("vary", "Access-Control-Request-Headers")
    .code(204)
    .send();
}
