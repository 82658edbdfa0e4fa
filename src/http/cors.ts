import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { methodsAt, patternsAt } from "./known-routes.ts";

/**
 * Allows any origin, for endpoints without cookies whose response depends on a token alone. Adds CORS headers to the
 * responses of the plugin, and a preflight handler to each of its paths. Cacheable responses always carry the headers,
 * because caches share them; others only for requests from scripts.
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
    // At an address shared with a page, scripts fetch the document without a preflight.
    if (answered.has(routePath) || constraints?.["reads"] !== undefined) return;
    answered.add(routePath);
    shared.set(url, cached);
    app.options(routePath, (request, reply) => preflight(app, request, reply));
  });
}

/** Per application server: the URL patterns open to any origin, and whether their responses are cacheable. */
const sharedAddresses = new WeakMap<object, Map<string, boolean>>();

/** Adds the CORS headers to errors raised before the route, for example for a wrong method. */
export function shareRefusal(routers: readonly FastifyInstance[], request: FastifyRequest, reply: FastifyReply): void {
  for (const router of routers) {
    const shared = sharedAddresses.get(router.server);
    if (!shared) continue;
    const pattern = patternsAt(router, request.url).find((one) => shared.has(one));
    const isCached = pattern === undefined ? undefined : shared.get(pattern);
    if (isCached !== undefined) share(request, reply, isCached);
  }
}

function share(request: FastifyRequest, reply: FastifyReply, cached: boolean): void {
  if (!cached && request.headers.origin === undefined) return;
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-expose-headers", exposed);
}

/** Response headers that scripts may read, in addition to the safelisted ones. */
const exposed =
  "WWW-Authenticate, X-Request-Id, X-API-Version, Retry-After, ETag, Link, Location, Idempotency-Replayed, RateLimit, RateLimit-Policy, Deprecation, Sunset";

/**
 * Accepts every method, so that a script can read the 405 response. `Allow` lists the supported methods (RFC 9110
 * §9.3.7).
 */
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
