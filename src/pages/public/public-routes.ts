import type { Session } from "#domain/people/sessions/session.ts";
import { pageRoutes, type PageRoutes } from "../responses/page-routes.ts";
import { signInFor } from "../sign-in/return-to.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "./page-request.ts";

export const publicRoutes = (openPageRequest: OpenPublicPageRequest): PageRoutes<PublicPageRequest> =>
  pageRoutes(async (request, reply, show) => show(await openPageRequest(request, reply)));

type PersonPageRequest = PublicPageRequest & { session: Session };

/** Routes for members and guests. Others sign in, and come back to the page: that of a form is at `formAt`. */
export const personRoutes = (
  openPageRequest: OpenPublicPageRequest,
  formAt: (params: Readonly<Record<string, string>>) => string,
): PageRoutes<PersonPageRequest> =>
  publicRoutes(openPageRequest).extend(async (pageRequest, show) => {
    const { request, reply, session } = pageRequest;
    if (session) return show({ ...pageRequest, session });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The parameters of a path are texts.
    const params = request.params as Readonly<Record<string, string>>;
    const page = request.method === "GET" ? request : { method: "GET", url: formAt(params) };
    return reply.redirect(signInFor(page), 303);
  });
