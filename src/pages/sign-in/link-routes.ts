import type { FastifyReply } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import type { OpenPageRequest, PageRequest } from "../responses/page-request.ts";
import { type PageRoutes, visitorRoutes } from "../responses/page-routes.ts";
import { linkIn, linkOf } from "./mailed-link.ts";
import { showInsteadOfPassword } from "./providers/lead-to-provider.ts";

/** Page context of a mailed link that is valid. */
export interface LinkPageRequest<Found> extends PageRequest {
  link: string;
  found: Found;
}

interface MailedLink<Found> {
  find: (context: RequestContext, link: string, browser: string) => Promise<Found | undefined>;
  showEnded: (pageRequest: PageRequest) => FastifyReply;
}

/**
 * Routes of the page that a mailed link leads to, where people choose a password. Those whose address belongs to an
 * identity provider sign in with it instead.
 */
export const linkRoutes = <Found extends { email: string }>(
  openPageRequest: OpenPageRequest,
  { find, showEnded }: MailedLink<Found>,
): PageRoutes<LinkPageRequest<Found>> =>
  visitorRoutes(openPageRequest).extend(async (pageRequest, show) => {
    const { request, context, browser } = pageRequest;
    const link = request.method === "POST" ? linkIn(request) : linkOf(request);
    const found = await find(context, link, browser);
    if (!found) return showEnded(pageRequest);
    return (await showInsteadOfPassword(pageRequest, found.email)) ?? show({ ...pageRequest, link, found });
  });
