import type { FastifyReply, FastifyRequest } from "fastify";
import type { ViewCounter } from "#domain/engagement/analytics/page-views.ts";
import { findMovedPage, type PublicPage, showPage } from "#domain/catalog/public-catalog/pages/pages.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { contentPage } from "../views/public/content.ts";
import { readCards } from "./cards.ts";
import { sendPublicPage } from "./send.ts";
import { pageRequestOpener } from "../page-request.ts";
import { type PublicPageRequest, publicPageRequestOpener, type OpenPublicPageRequest } from "./page-request.ts";

/**
 * Serves the school's own page or redirect at a path without a route. Returns false if there is none. (A reply cannot
 * signal that: awaiting it gives undefined.)
 */
export function ownPages(csrfKey: Buffer, views: ViewCounter) {
  const openPageRequest = publicPageRequestOpener(pageRequestOpener(csrfKey), views);
  return (request: FastifyRequest, reply: FastifyReply) => sendOwnPage(openPageRequest, request, reply);
}

async function sendOwnPage(
  openPageRequest: OpenPublicPageRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const [path = "", query] = request.url.split("?", 2);
  if (path.length > maxPathLength) return false;
  const context = contextOf(request);
  const content = await findContent(context, path);
  if (content) {
    const pageRequest = await openPageRequest(request, reply);
    void sendPublicPage(pageRequest, await show(pageRequest, content), `${content.path}.md`);
    return true;
  }
  const moved = await orNothing(perform(findMovedPage, context, { path: decoded(path) }));
  if (!moved) return false;
  const target = query === undefined || moved.to.includes("?") ? moved.to : `${moved.to}?${query}`;
  void reply.header("cache-control", "public, no-cache").redirect(target, moved.status);
  return true;
}

const maxPathLength = 500;

/** Decodes the path: redirects may contain any characters. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

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
  return contentPage(pageRequest.page, { content, cards: new Map(filled.flat()), indexed: pageRequest.indexed });
}
