import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "#domain/people/sessions/session.ts";
import { signInFor } from "../return-to.ts";
import { pageOf, type StartVisit, type Visit } from "../visit.ts";

/** Page context of a signed-in member. */
export type Pupil = Visit & { session: Session };

/** Redirects to sign-in and back if there is no session. */
export type StartLesson = (
  request: FastifyRequest,
  reply: FastifyReply,
  show: (learner: Pupil) => Promise<FastifyReply>,
) => Promise<FastifyReply>;

export const lessons =
  (visit: StartVisit): StartLesson =>
  async (request, reply, show) => {
    const visitor = await visit(request, reply);
    const { session } = visitor;
    return session ? show({ ...visitor, session }) : reply.redirect(signInFor(request), 303);
  };

export const pageOfPupil = (learner: Pupil) => {
  const { name, email } = learner.session;
  return { ...pageOf(learner), member: { name, email } };
};
