import type { FastifyReply, FastifyRequest } from "fastify";
import { fingerprint } from "#lib/fingerprint.ts";
import { sendPage } from "../send.ts";
import type { DocsPage } from "../views/docs/layout.ts";

/**
 * Sends a page of the documentation. It varies by language and session, so browsers revalidate it (ETag). Pages for
 * signed-in members are not stored. `content`: CSP directives for scripts.
 */
export function sendDocsPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { member }: Pick<DocsPage, "member">,
  page: string,
  content: readonly string[] = [],
): FastifyReply {
  if (member) return sendPage(reply, page, { content });
  const etag = `"${fingerprint(page, 22)}"`;
  const caching = "private, no-cache";
  reply.header("etag", etag).header("vary", "Accept, Accept-Language, Cookie");
  if (request.headers["if-none-match"] === etag) return reply.code(304).header("cache-control", caching).send();
  return sendPage(reply, page, { caching, content });
}

/** CSP directive of pages with a script of this site. */
export const ownScripts = "script-src 'self'";

/** Sends a document as Markdown, the same for every client. */
export function sendMarkdown(
  request: FastifyRequest,
  reply: FastifyReply,
  markdown: string,
  page: string,
): FastifyReply {
  const etag = `"${fingerprint(markdown, 22)}"`;
  reply
    .header("cache-control", "public, no-cache")
    .header("etag", etag)
    .header("vary", "Accept")
    // Search engines should index the page, not its Markdown version as a duplicate.
    .header("link", `<${page}>; rel="canonical"`)
    .header("x-robots-tag", "noindex")
    .type("text/markdown; charset=utf-8");
  return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(markdown);
}
