import type { FastifyReply } from "fastify";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { publicCaching } from "#http/public-cache/keep-public-responses.ts";
import { sendPage } from "../responses/send.ts";
import type { DocsPage } from "../views/docs/layout.ts";

/**
 * Sends a page of the documentation. It varies by language and session, so browsers revalidate it (ETag). Pages for
 * signed-in members are not stored. `content`: CSP directives for scripts.
 */
export function sendDocsPage(
  reply: FastifyReply,
  { member, markdown }: Pick<DocsPage, "member" | "markdown">,
  page: string,
  content: readonly string[] = [],
): FastifyReply {
  if (markdown !== undefined) reply.header("link", `<${markdown}>; rel="alternate"; type="text/markdown"`);
  if (member) return sendPage(reply, page, { content });
  const etag = `"${fingerprint(page, 22)}"`;
  reply.header("etag", etag).header("vary", "Accept, Accept-Language, Cookie");
  // The choice of a language for the samples sets a cookie.
  const caching = reply.hasHeader("set-cookie") ? "private, no-cache" : publicCaching;
  return sendPage(reply, page, { caching, content });
}

/** CSP directive of pages with a script of this site. */
export const ownScripts = "script-src 'self'";

/** Sends a document as Markdown, the same for every client. */
export function sendMarkdown(reply: FastifyReply, markdown: string, page: string): FastifyReply {
  const etag = `"${fingerprint(markdown, 22)}"`;
  return (
    reply
      .header("cache-control", publicCaching)
      .header("etag", etag)
      .header("vary", "Accept")
      // Search engines should index the page, not its Markdown version as a duplicate.
      .header("link", `<${page}>; rel="canonical"`)
      .header("x-robots-tag", "noindex")
      .type("text/markdown; charset=utf-8")
      .send(markdown)
  );
}
