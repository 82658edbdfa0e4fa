import type { PendingAuthorization } from "#oauth/authorizations.ts";
import type { OpenPageRequest, PageRequest } from "../responses/page-request.ts";
import { type PageRoutes, visitorRoutes } from "../responses/page-routes.ts";
import { requireAuthorization } from "./authorization-of.ts";

/** Page context of a step of an authorization request. */
export interface AuthorizationPageRequest extends PageRequest {
  pending: PendingAuthorization;
}

/** Routes of the steps of an authorization request, which must still be open. */
export const authorizationRoutes = (openPageRequest: OpenPageRequest): PageRoutes<AuthorizationPageRequest> =>
  visitorRoutes(openPageRequest).extend(async (pageRequest, show) =>
    show({ ...pageRequest, pending: await requireAuthorization(pageRequest) }),
  );
