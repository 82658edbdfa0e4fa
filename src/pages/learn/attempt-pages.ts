import type { FastifyInstance } from "fastify";
import { listMyAttempts, showMyAttempt } from "#domain/learning/learning-pages/my-quiz.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { quizAttempt, quizAttempts } from "../views/learn/quiz-attempts.ts";
import { courseAddress, lectureAddress } from "./addresses.ts";
import { learnerPage } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import { attemptOf } from "./quiz-result.ts";

const perPage = 20;

/** GET /learn/{course}/{lecture}/attempts and …/attempts/{attempt}: the member's submitted attempts at a quiz. */
export function attemptPages(app: FastifyInstance, { getPage }: MemberRoutes): void {
  getPage(app, "/learn/:course/:lecture/attempts", async (learner, request) => {
    const { course, lecture } = request.params;
    const before = /^[1-9]\d{0,8}$/.test(request.query.before ?? "") ? Number(request.query.before) : undefined;
    const page = { course, lectureId: lecture, before, limit: perPage };
    const found = await perform(listMyAttempts, learner.context, page);
    const here = lectureAddress(found.courseSlug, found.lectureId);
    const view = {
      course: { href: courseAddress(found.courseSlug), name: found.course },
      lecture: { href: here, title: found.title },
      attempts: found.attempts.map(({ id, ...attempt }) => ({ ...attempt, href: attemptAddress(here, id) })),
      pages: {
        first: before === undefined ? undefined : `${here}/attempts`,
        next: found.nextBefore === null ? undefined : `${here}/attempts?before=${found.nextBefore}`,
      },
    };
    return quizAttempts(learnerPage(learner), view);
  });

  getPage(
    app,
    "/learn/:course/:lecture/attempts/:attempt",
    async (learner, { params: { course, lecture, attempt: attemptId } }) => {
      const found = await perform(showMyAttempt, learner.context, { course, lectureId: lecture, attemptId });
      const here = lectureAddress(found.courseSlug, found.lectureId);
      const view = {
        course: { href: courseAddress(found.courseSlug), name: found.course },
        lecture: { href: here, title: found.title },
        attempt: attemptOf(found.attempt),
      };
      return quizAttempt(learnerPage(learner), view);
    },
  );
}

export const attemptAddress = (here: string, id: string): string => `${here}/attempts/${formatId("quizAttempt", id)}`;
