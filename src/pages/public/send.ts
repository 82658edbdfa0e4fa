import type { FastifyReply } from "fastify";
import { sendPublic } from "#http/public-cache/keep-public-responses.ts";
import { remoteImageSources } from "./image-sources.ts";
import type { PublicPageRequest } from "./page-request.ts";

/**
 * Sends a public page in the site's appearance: its stylesheet and images, no scripts or frames except for what
 * `content` allows. The content varies by language and session. `formTargets`: origins to which forms of the page
 * redirect.
 */
export function sendPublicPage(
  { request, reply, context, page, views }: PublicPageRequest,
  body: string,
  markdown?: string,
  formTargets: readonly string[] = [],
  content: readonly string[] = [],
): FastifyReply {
  if (request.method === "GET") views.count(context, context.now, request.headers["user-agent"]);
  reply
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'self'; img-src 'self' data:${remoteImageSources(body)}; font-src 'self' data:; ${content.map((directive) => `${directive}; `).join("")}form-action ${["'self'", ...formTargets].join(" ")}; frame-ancestors 'none'; base-uri 'none'`,
    )
    // Pages for signed-in members are not stored.
    .header("cache-control", page.member ? "no-store" : "private, no-cache")
    .header("vary", "Accept, Accept-Language, Cookie")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8");
  if (markdown !== undefined) {
    reply.header("link", `<${context.site.origin}${markdown}>; rel="alternate"; type="text/markdown"`);
  }
  // Pages of members, pages with a form token and checkouts, whose orders have a key, are for one person.
  return page.member || page.csrf || request.method === "POST" || request.url.startsWith("/checkout")
    ? reply.send(body)
    : sendPublic(request, reply, body, { isView: true });
}
