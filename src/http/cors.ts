import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { methodsAt, patternsAt } from "./known-routes.ts";

/**
 * Any origin may call what takes no cookie: the answer depends on a token alone. Adds the headers to the answers of the
 * plugin, and a preflight to every path it will have. What is cached may have been asked for by anyone, so there they
 * stand always; elsewhere only scripts get them.
 */
export function allowAnyOrigin(app: FastifyInstance, { cached = false } = {}): void {
  app.addHook("onRequest", (request, reply, done) => {
    share(request, reply, cached);
    done();
  });
  const shared = sharedAddresses.get(app.server) ?? new Map<string, boolean>();
  sharedAddresses.set(app.server, shared);
  const answered = new Set<string>();
  app.addHook("onRoute", ({ url, routePath, constraints }) => {
    // Where an address is shared with a page, a script asks for its document without a preflight.
    if (answered.has(routePath) || constraints?.["reads"] !== undefined) return;
    answered.add(routePath);
    shared.set(url, cached);
    app.options(routePath, (request, reply) => preflight(app, request, reply));
  });
}

/** By the server of an application: the patterns that any origin may call there, and whether they are cached. */
const sharedAddresses = new WeakMap<object, Map<string, boolean>>();

/** What is refused at such an address before it is reached, as for its method, carries the headers of its answers. */
export function shareRefusal(routers: readonly FastifyInstance[], request: FastifyRequest, reply: FastifyReply): void {
  for (const router of routers) {
    const shared = sharedAddresses.get(router.server);
    const pattern = shared && patternsAt(router, request.url).find((one) => shared.has(one));
    if (pattern !== undefined) share(request, reply, shared!.get(pattern)!);
  }
}

function share(request: FastifyRequest, reply: FastifyReply, cached: boolean): void {
  if (!cached && request.headers.origin === undefined) return;
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-expose-headers", exposed);
}

/** Of the headers of an answer, those that a script may read besides the plain ones. */
const exposed =
  "WWW-Authenticate, X-Request-Id, Retry-After, ETag, Link, Location, Idempotency-Replayed, RateLimit, RateLimit-Policy";

/** Every method may be tried, so that a script can read that it is not taken. `Allow` says which are (RFC 9110 §9.3.7). */
function preflight(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .header("allow", methodsAt([app], request.url).join(", "))
    .header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE, OPTIONS")
    .header("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "*")
    .header("access-control-max-age", "86400")
    .header("vary", "Access-Control-Request-Headers")
    .code(204)
    .send();
}
