import { askToSignIn } from "../sign-in/ask-to-sign-in.ts";
import { isSignedIn, memberPageOf, type OpenPageRequest, type SignedInPageRequest } from "../responses/page-request.ts";
import { pageRoutes } from "../responses/page-routes.ts";

/** Page context of a signed-in member. */
export type LearnerContext = SignedInPageRequest;

/** Routes of pages for members. Visitors are led to sign-in and back. */
export const learnerRoutes = (openPageRequest: OpenPageRequest) =>
  pageRoutes<LearnerContext>(async (request, reply, show) => {
    const pageRequest = await openPageRequest(request, reply);
    return isSignedIn(pageRequest) ? show(pageRequest) : askToSignIn(pageRequest);
  });

export type LearnerRoutes = ReturnType<typeof learnerRoutes>;

export const learnerPage = (learner: LearnerContext) => memberPageOf(learner, learner.session);
