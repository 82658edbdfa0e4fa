import { isSignedIn, type OpenPageRequest, type SignedInPageRequest } from "../responses/page-request.ts";
import { pageRoutes } from "../responses/page-routes.ts";
import { askToSignIn } from "./ask-to-sign-in.ts";

/** Routes of pages for members. Visitors are led to sign-in and back. */
export const memberRoutes = (openPageRequest: OpenPageRequest) =>
  pageRoutes<SignedInPageRequest>(async (request, reply, show) => {
    const pageRequest = await openPageRequest(request, reply);
    return isSignedIn(pageRequest) ? show(pageRequest) : askToSignIn(pageRequest);
  });

export type MemberRoutes = ReturnType<typeof memberRoutes>;
