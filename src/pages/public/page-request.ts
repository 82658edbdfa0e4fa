import type { FastifyReply, FastifyRequest } from "fastify";
import { type Face, showFace } from "#domain/catalog/public-catalog/face.ts";
import type { ViewCounter } from "#domain/engagement/analytics/page-views.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { sessionSecretOf } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { pathOf } from "#http/path-of.ts";
import { pageOf, type OpenPageRequest } from "../page-request.ts";
import type { PublicContext } from "../views/public/frame.ts";

/** Page context of a public page. */
export interface PublicPageRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Secret of the browser cookie, if set. */
  browser: string;
  session: Session | undefined;
  context: RequestContext;
  face: Face;
  page: PublicContext;
  /** False for sites that search engines must not index, such as demo sites. */
  indexed: boolean;
  views: ViewCounter;
}

export type OpenPublicPageRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<PublicPageRequest>;

/**
 * Creates the context of public pages. Anonymous visitors get no cookie. Pages with a form (`sends`) set one, for the
 * form token (CSRF).
 */
export const publicPageRequestOpener =
  (openPageRequest: OpenPageRequest, views: ViewCounter, { sends = false } = {}): OpenPublicPageRequest =>
  async (request, reply) => {
    const anonymous = contextOf(request);
    const isKnown = sends || sessionSecretOf(request, anonymous) !== undefined;
    const pageRequest = isKnown
      ? await openPageRequest(request, reply)
      : { request, reply, context: anonymous, session: undefined, browser: "", csrf: "", timeZone: "" };
    const { context, browser, session } = pageRequest;
    const face = await perform(showFace, context, {});
    const indexed = context.site.mode === "live" && face.settings.seo.indexSite && face.school.seo.noindex !== true;
    const path = pathOf(request.url);
    return {
      request,
      reply,
      browser,
      session,
      context,
      face,
      page: { ...pageOf(pageRequest), timeZone: face.school.timeZone, face, path },
      indexed,
      views,
    };
  };
