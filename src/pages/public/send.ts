import type { FastifyReply } from "fastify";
import { sendPublic } from "#http/public-cache/keep-public-responses.ts";
import { admitPageScript } from "../responses/page-script.ts";
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
  const { origin } = context.site;
  const added = withRobots(origin, admitPageScript(body, origin, content)).map((directive) => `${directive}; `);
  reply
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'self'; img-src 'self' data:${remoteImageSources(body)}; manifest-src 'self'; font-src 'self' data:; ${added.join("")}form-action ${["'self'", ...formTargets].join(" ")}; frame-ancestors 'none'; base-uri 'none'`,
    )
    // Pages for signed-in members are not stored.
    .header("cache-control", page.member ? "no-store" : "private, no-cache")
    .header("vary", "Accept, Accept-Language, Cookie")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8");
  if (markdown !== undefined) {
    reply.header("link", `<${origin}${markdown}>; rel="alternate"; type="text/markdown"`);
  }
  // Pages of members, pages with a form token and checkouts, whose orders have a key, are for one person.
  return page.member || page.csrf || request.method === "POST" || request.url.startsWith("/checkout")
    ? reply.send(body)
    : sendPublic(request, reply, body, { isView: true });
}

/** Permits the request for `/robots.txt` that tools which rate pages send from the page, instead of failing it. */
const withRobots = (origin: string, content: readonly string[]): readonly string[] =>
  content.some((directive) => directive.startsWith("connect-src "))
    ? content
    : [...content, `connect-src ${origin}/robots.txt`];

/** Limits the header length: some proxies reject longer headers. */
const maxOrigins = 40;

/**
 * Returns the CSP sources for images of a public page, besides the site itself. Allows only origins that the content
 * names, so that CSS cannot load from elsewhere. A page with a form token allows none, because CSS could leak the
 * token through image requests.
 */
function remoteImageSources(body: string): string {
  if (body.includes('name="csrf"')) return "";
  const origins = new Set<string>();
  for (const [, address = ""] of body.matchAll(/<img\b[^>]*?\bsrc="(https:\/\/[^"]+)"/gi)) {
    // An IPv6 literal is not a valid CSP source (CSP 3 §2.3.1).
    if (URL.canParse(address) && !new URL(address).hostname.startsWith("[")) origins.add(new URL(address).origin);
  }
  return origins.size > maxOrigins ? " https:" : [...origins].map((origin) => ` ${origin}`).join("");
}
