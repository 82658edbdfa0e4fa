import { showPageShell } from "#domain/public-catalog/pages/page-shell.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { isIndexed } from "./sitemap.ts";

/** Personal pages, and pages reached only through forms (RFC 9309). */
const disallowedPaths = [
  "/account",
  "/admin",
  "/consent",
  "/email/",
  "/learn",
  "/oauth/",
  "/password/",
  "/sign-in",
  "/sign-up",
];

/** `/robots.txt`: disallowed paths, and the sitemap. */
export async function robotsDocument(context: RequestContext): Promise<string> {
  const { origin } = context.site;
  const shell = await perform(showPageShell, context, {});
  if (!isIndexed(context, shell)) return "User-agent: *\nDisallow: /\n";
  const rules = disallowedPaths.map((path) => `Disallow: ${path}`).join("\n");
  return `User-agent: *\n${rules}\n\nSitemap: ${origin}/sitemap.xml\n# For agents: ${origin}/llms.txt\n`;
}
