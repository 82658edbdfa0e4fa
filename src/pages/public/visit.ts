import type { FastifyReply, FastifyRequest } from "fastify";
import { type Face, showFace } from "#domain/catalog/public-catalog/face.ts";
import type { ViewCounter } from "#domain/engagement/analytics/page-views.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { sessionSecretOf } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { pageOf, type StartVisit } from "../visit.ts";
import type { PublicContext } from "../views/public/frame.ts";

/** Somebody at a public page. */
export interface PublicVisit {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The secret of the browser's own cookie, where it has one. */
  browser: string;
  session: Session | undefined;
  context: RequestContext;
  face: Face;
  page: PublicContext;
  /** Whether search engines shall know the site at all: one for trying things out is no place to be led to. */
  indexed: boolean;
  views: ViewCounter;
}

export type StartPublicVisit = (request: FastifyRequest, reply: FastifyReply) => Promise<PublicVisit>;

/**
 * Whoever is not signed in is given no cookie: they are nobody in particular. Where something is sent (`sends`) they are,
 * so that nobody else sends it in their name.
 */
export const publicVisits =
  (visit: StartVisit, views: ViewCounter, { sends = false } = {}): StartPublicVisit =>
  async (request, reply) => {
    const anonymous = contextOf(request);
    const isKnown = sends || sessionSecretOf(request, anonymous) !== undefined;
    const visitor = isKnown
      ? await visit(request, reply)
      : { request, reply, context: anonymous, session: undefined, browser: "", csrf: "" };
    const { context, browser, session } = visitor;
    const face = await perform(showFace, context, {});
    const indexed = context.site.mode === "live" && face.settings.seo.indexSite && face.school.seo.noindex !== true;
    const path = request.url.split("?")[0]!;
    return {
      request,
      reply,
      browser,
      session,
      context,
      face,
      page: { ...pageOf(visitor), face, path },
      indexed,
      views,
    };
  };
