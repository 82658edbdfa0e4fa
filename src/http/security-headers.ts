import type { FastifyInstance, FastifyReply } from "fastify";
import type { Site } from "#domain/site/sites/site.ts";

/** What every answer carries; pages add a content security policy of their own. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    reply.header("x-request-id", request.id);
    done();
  });
}

/**
 * HSTS (RFC 6797) by the site's origin: a proxy that ends TLS and does not say so, or is not trusted, must not switch it
 * off.
 */
export function requireHttps(reply: FastifyReply, { origin }: Site): void {
  if (origin.startsWith("https:")) reply.header("strict-transport-security", "max-age=63072000");
}
