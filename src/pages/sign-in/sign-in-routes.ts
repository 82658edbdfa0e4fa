import type { FastifyReply } from "fastify";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import { authorizationOf } from "../authorization/authorization-of.ts";
import type { OpenPageRequest, PageRequest } from "../responses/page-request.ts";
import { type PageRoutes, visitorRoutes } from "../responses/page-routes.ts";

/** Page context of a sign-in, with the authorization request that it is for. */
export interface SignInPageRequest extends PageRequest {
  pending: PendingAuthorization | undefined;
}

/** Routes of the pages of a sign-in. `refuse` responds where the school or the installation does not offer them. */
export const signInRoutes = (
  openPageRequest: OpenPageRequest,
  refuse?: (pageRequest: PageRequest) => FastifyReply | undefined | void,
): PageRoutes<SignInPageRequest> =>
  visitorRoutes(openPageRequest).extend(
    async (pageRequest, show) =>
      refuse?.(pageRequest) ?? show({ ...pageRequest, pending: await authorizationOf(pageRequest) }),
  );
