import type { FastifyReply, FastifyRequest } from "fastify";
import type { ViewCounter } from "#domain/analytics/page-views.ts";
import { type PublicPage, showPage } from "#domain/public-catalog/pages/pages.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { sendMoved } from "#http/send-moved.ts";
import { withoutTrailingSlash } from "#http/path-of.ts";
import { hasTrailingSlash, sendWithoutSlash } from "#http/trailing-slash.ts";
import { contentPage } from "../views/public/content.ts";
import { readCards } from "./cards.ts";
import { withEditLink } from "./edit-link.ts";
import { sendPublicPage } from "./send.ts";
import { pageRequestOpener } from "../responses/page-request.ts";
import { type PublicPageRequest, publicPageRequestOpener, type OpenPublicPageRequest } from "./page-request.ts";

/**
 * Serves the school's own page or redirect at a path without a route. Returns false if there is none. (A reply cannot
 * signal that: awaiting it gives undefined.)
 */
export function ownPages(csrfKey: Buffer, views: ViewCounter) {
  const openPageRequest = publicPageRequestOpener(pageRequestOpener(csrfKey), csrfKey, views);
  return (request: FastifyRequest, reply: FastifyReply) => sendOwnPage(openPageRequest, request, reply);
}

async function sendOwnPage(
  openPageRequest: OpenPublicPageRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const [path = ""] = request.url.split("?", 1);
  if (path.length > maxPathLength) return false;
  const context = contextOf(request);
  const content = await findContent(context, withoutTrailingSlash(path));
  if (content && hasTrailingSlash(request.url)) {
    void sendWithoutSlash(request.url, reply);
    return true;
  }
  if (content) {
    const pageRequest = await openPageRequest(request, reply);
    void sendPublicPage(pageRequest, await show(pageRequest, content), `${content.path}.md`);
    return true;
  }
  return sendMoved(request, reply);
}

const maxPathLength = 500;

const findContent = async (context: RequestContext, path: string): Promise<PublicPage | null> =>
  path === "/" ? null : orNothing(perform(showPage, context, { path }));

/** An invalid path matches nothing. */
async function orNothing<Found>(looking: Promise<Found>): Promise<Found | null> {
  try {
    return await looking;
  } catch (error) {
    if (error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed")) return null;
    throw error;
  }
}

async function show(pageRequest: PublicPageRequest, content: PublicPage): Promise<string> {
  const blocks = content.blocks ?? [];
  const filled = await Promise.all(
    blocks.map(async (block, index) =>
      block.kind === "list" ? [[index, await readCards(pageRequest, block.of, block.limit)] as const] : [],
    ),
  );
  const { page } = await withEditLink(pageRequest, "page", content.id);
  return contentPage(page, { content, cards: new Map(filled.flat()), indexed: pageRequest.indexed });
}
