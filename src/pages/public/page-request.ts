import type { FastifyReply, FastifyRequest } from "fastify";
import { type PageShell, showPageShell } from "#domain/public-catalog/pages/page-shell.ts";
import type { ViewCounter } from "#domain/analytics/page-views.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { sessionSecretOf } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { pathOf } from "#http/path-of.ts";
import { pageOf, type OpenPageRequest } from "../responses/page-request.ts";
import type { PublicContext } from "#pages/views/public/public-context.ts";

/** Page context of a public page. */
export interface PublicPageRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Secret of the browser cookie, if set. */
  browser: string;
  csrfKey: Buffer;
  session: Session | undefined;
  context: RequestContext;
  shell: PageShell;
  page: PublicContext;
  /** False for sites that search engines must not index, such as demo sites. */
  indexed: boolean;
  views: ViewCounter;
}

export type OpenPublicPageRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<PublicPageRequest>;

/**
 * Reads the look of the site for a file that every visitor gets, and that caches share. The session is not read: one
 * that was idle would be extended, with a cookie in the response.
 */
export async function openSharedRequest(
  request: FastifyRequest,
): Promise<Pick<PublicPageRequest, "context" | "shell">> {
  const context = contextOf(request);
  return { context, shell: await perform(showPageShell, context, {}) };
}

/**
 * Creates the context of public pages. Anonymous visitors get no cookie. Pages with a form (`sends`) set one, for the
 * form token (CSRF).
 */
export const publicPageRequestOpener =
  (
    openPageRequest: OpenPageRequest,
    csrfKey: Buffer,
    views: ViewCounter,
    { sends = false } = {},
  ): OpenPublicPageRequest =>
  async (request, reply) => {
    const anonymous = contextOf(request);
    const isKnown = sends || sessionSecretOf(request, anonymous) !== undefined;
    const pageRequest = isKnown
      ? await openPageRequest(request, reply)
      : { request, reply, context: anonymous, session: undefined, browser: "", csrf: "", csrfKey, timeZone: "" };
    const { context, browser, session } = pageRequest;
    const shell = await perform(showPageShell, context, {});
    const indexed = context.site.mode === "live" && shell.settings.seo.indexSite && shell.school.seo.noindex !== true;
    const path = pathOf(request.url);
    return {
      request,
      reply,
      browser,
      csrfKey,
      session,
      context,
      shell,
      page: { ...pageOf(pageRequest), timeZone: shell.school.timeZone, shell, path },
      indexed,
      views,
    };
  };
