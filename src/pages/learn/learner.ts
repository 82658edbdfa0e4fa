import { memberPageOf, type SignedInPageRequest } from "../responses/page-request.ts";

/** Page context of a signed-in member. */
export type LearnerContext = SignedInPageRequest;

export const learnerPage = (learner: LearnerContext) => memberPageOf(learner, learner.session);
