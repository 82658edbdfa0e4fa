import type { FastifyReply } from "fastify";
import { fingerprint } from "#lib/fingerprint.ts";
import { remoteImageSources } from "./image-sources.ts";
import type { PublicVisit } from "./visit.ts";

/**
 * A page that everybody may see, in the site's own looks: its style sheet and pictures, no script, no frame. It is not
 * the same for all (language, who is signed in), and may change at any time: whoever has it still is told so.
 */
export function sendPublicPage(
  { request, reply, context, page, views }: PublicVisit,
  body: string,
  markdown?: string,
): FastifyReply {
  if (request.method === "GET") views.count(context, context.now, request.headers["user-agent"]);
  const etag = `"${fingerprint(body, 22)}"`;
  reply
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'self'; img-src 'self' data:${remoteImageSources(body)}; font-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    // What somebody is shown who is signed in is kept nowhere.
    .header("cache-control", page.member ? "no-store" : "private, no-cache")
    .header("vary", "Accept, Accept-Language, Cookie")
    .header("referrer-policy", "no-referrer")
    .header("etag", etag)
    .type("text/html; charset=utf-8");
  if (markdown !== undefined) {
    reply.header("link", `<${context.site.origin}${markdown}>; rel="alternate"; type="text/markdown"`);
  }
  return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(body);
}
