import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "#domain/people/sessions/session.ts";
import { askToSignIn } from "../sign-in/ask-to-sign-in.ts";
import { memberPageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

/** Page context of a signed-in member. */
export type LearnerContext = PageRequest & { session: Session };

/** Redirects to sign-in and back if there is no session. */
export type StartLearnerContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  show: (learner: LearnerContext) => Promise<FastifyReply>,
) => Promise<FastifyReply>;

export const lessons =
  (openPageRequest: OpenPageRequest): StartLearnerContext =>
  async (request, reply, show) => {
    const pageRequest = await openPageRequest(request, reply);
    const { session } = pageRequest;
    return session ? show({ ...pageRequest, session }) : askToSignIn(pageRequest);
  };

export const learnerPage = (learner: LearnerContext) => memberPageOf(learner, learner.session);
