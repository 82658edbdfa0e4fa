import type { FastifyInstance } from "fastify";
import { browseCourses } from "#domain/public-catalog/courses/courses.ts";
import { listMyCourses } from "#domain/learning/learning-pages/my-courses.ts";
import { perform } from "#domain/platform/operation.ts";
import { sendPage } from "../responses/send.ts";
import { myCourses } from "../views/learn/my-courses.ts";
import { courseAddress, lectureAddress } from "./addresses.ts";
import { learnerPage, type StartLearnerContext } from "./learner.ts";

const here = "/learn";
const pageSize = 20;
/** Courses of the catalog for a member without courses. */
const offeredCourses = 6;

/** GET /learn */
export function myCoursesPage(app: FastifyInstance, start: StartLearnerContext): void {
  app.get<{ Querystring: { after?: string } }>(here, (request, reply) =>
    start(request, reply, async (learner) => {
      const { after } = request.query;
      const { courses, nextCursor } = await perform(listMyCourses, learner.context, { limit: pageSize, cursor: after });
      const rows = courses.map(({ slug, lastLecture, lastPositionSeconds, progress, ...course }) => ({
        ...course,
        ...progress,
        href: courseAddress(slug),
        stopped: lastLecture && {
          href: lectureAddress(slug, lastLecture.id),
          title: lastLecture.title,
          positionSeconds: lastPositionSeconds ?? 0,
        },
      }));
      const pages = { first: after && here, next: nextCursor === null ? undefined : `${here}?after=${nextCursor}` };
      const isEmpty = rows.length === 0 && !after;
      const offered = isEmpty ? await perform(browseCourses, learner.context, { limit: offeredCourses }) : undefined;
      const catalog = (offered?.data ?? []).map(({ name, slug, subtitle }) => ({ name, slug, subtitle }));
      return sendPage(reply, myCourses(learnerPage(learner), { courses: rows, pages, catalog }));
    }),
  );
}
