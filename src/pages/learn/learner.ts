import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "#domain/people/sessions/session.ts";
import { askToSignIn } from "../ask-to-sign-in.ts";
import { pageOf, type StartVisit, type Visit } from "../visit.ts";

/** Page context of a signed-in member. */
export type LearnerContext = Visit & { session: Session };

/** Redirects to sign-in and back if there is no session. */
export type StartLearnerContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  show: (learner: LearnerContext) => Promise<FastifyReply>,
) => Promise<FastifyReply>;

export const lessons =
  (visit: StartVisit, csrfKey: Buffer): StartLearnerContext =>
  async (request, reply, show) => {
    const visitor = await visit(request, reply);
    const { session } = visitor;
    return session ? show({ ...visitor, session }) : askToSignIn(visitor, csrfKey);
  };

export const pageOfPupil = (learner: LearnerContext) => {
  const { name, email } = learner.session;
  return { ...pageOf(learner), member: { name, email } };
};
