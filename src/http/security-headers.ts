import type { FastifyInstance, FastifyReply } from "fastify";
import type { Site } from "#domain/platform/site/site.ts";

/** Characters that an address does not contain (RFC 3986 §2), and a header cannot. */
const invalid = /[^\u0021-\u007E]/gu;

/** Headers of every response. Pages add a content security policy. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    reply.header("x-request-id", request.id);
    done();
  });
  // The router has decoded the parameters of an address. Node.js refuses a header with what they may contain.
  app.addHook("onSend", (_request, reply, payload, done) => {
    const location = reply.getHeader("location");
    if (typeof location === "string") {
      reply.header("location", location.toWellFormed().replaceAll(invalid, encodeURIComponent));
    }
    done(null, payload);
  });
  // A cookie is for one browser: no shared cache may give it to another.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (reply.hasHeader("set-cookie") && /\bpublic\b/.test(String(reply.getHeader("cache-control")))) {
      reply.header("cache-control", "private, no-store");
    }
    done(null, payload);
  });
}

/**
 * HSTS (RFC 6797) depends on the site's origin. A TLS proxy that is untrusted or sends no forwarding headers must not
 * turn it off.
 */
export function requireHttps(reply: FastifyReply, { origin }: Site): void {
  if (origin.startsWith("https:")) reply.header("strict-transport-security", "max-age=63072000");
}
