import type { FastifyInstance, FastifyReply } from "fastify";
import { withoutTrailingSlash } from "./path-of.ts";
import { surfaceOf } from "./surface-of.ts";

/** Their pages have one address each. Programs get the answer itself. */
const pageSurfaces: ReadonlySet<string> = new Set(["pages", "learn", "admin"]);

/** Redirects `/courses/` to `/courses`, so that browsers and search engines know one address of a page. */
export function redirectTrailingSlashes(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { url, method } = request;
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && !request.is404 && hasTrailingSlash(url) && pageSurfaces.has(surfaceOf(url))) {
      void sendWithoutSlash(url, reply);
      return;
    }
    done();
  });
}

/** Never of a path that a browser would read as another host. */
export const hasTrailingSlash = (url: string): boolean => /^\/[^/\\?][^?]*\/(?:\?|$)/.test(url);

/** RFC 9110 §15.4.9 */
export const sendWithoutSlash = (url: string, reply: FastifyReply): FastifyReply =>
  reply.header("cache-control", "public, no-cache").redirect(withoutTrailingSlash(url), 308);
