import type { FastifyInstance } from "fastify";
import { listIncludedCourses } from "#domain/learning/learning-pages/included-courses.ts";
import { listMyCourses, type MyCourse } from "#domain/learning/learning-pages/my-courses.ts";
import { listMyProducts } from "#domain/memberships/downloads/list-my-products.ts";
import { perform } from "#domain/platform/operation.ts";
import { browseCourses } from "#domain/public-catalog/courses/courses.ts";
import { listMySchedule, listSessionsToBook } from "#domain/sales/my-schedule/my-schedule.ts";
import { keeperOf } from "../responses/keeper.ts";
import { withStudentModule } from "../responses/student-policy.ts";
import { sendPage } from "../responses/send.ts";
import { type CourseRow, myCourses } from "../views/learn/my-courses.ts";
import { certificateAddress, certificateImageAddress, courseAddress, lectureAddress } from "./addresses.ts";
import { learnerPage, type LearnerContext } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

const here = "/learn";
const pageSize = 20;
const maxOfferedCourses = 6;
const includedCourses = 12;
const comingItems = 3;
const downloads = 5;

/** GET /learn: everything that the member may learn, and what comes next. */
export function myCoursesPage(app: FastifyInstance, { getPage }: MemberRoutes): void {
  getPage(app, here, async (learner, request) => {
    const { after } = request.query;
    const { courses, nextCursor } = await perform(listMyCourses, learner.context, { limit: pageSize, cursor: after });
    const pages = { first: after && here, next: nextCursor === null ? undefined : `${here}?after=${nextCursor}` };
    // Later pages continue the list of courses only.
    const beside = after === undefined ? await readBeside(learner, courses.length === 0) : undefined;
    const keeper = learner.session.viewedBy === undefined ? keeperOf(learner) : null;
    const view = { courses: courses.map(rowOf), pages, keeper, beside };
    const content = keeper === null ? [] : withStudentModule([], learner.context.site);
    return sendPage(learner.reply, myCourses(learnerPage(learner), view), { content });
  });
}

async function readBeside({ context }: LearnerContext, hasNoCourse: boolean) {
  const included = await perform(listIncludedCourses, context, { limit: includedCourses });
  const offersCatalog = hasNoCourse && included.courses.length === 0;
  const { products, nextCursor } = await perform(listMyProducts, context, { limit: downloads });
  return {
    included,
    coming: (await perform(listMySchedule, context, { limit: comingItems })).upcoming,
    toBook: (await perform(listSessionsToBook, context, {})).services,
    products: { names: products.map(({ name }) => name), hasMore: nextCursor !== null },
    catalog: offersCatalog ? (await perform(browseCourses, context, { limit: maxOfferedCourses })).data : [],
  };
}

const rowOf = ({ slug, lastLecture, lastPositionSeconds, progress, certificate, ...course }: MyCourse): CourseRow => ({
  ...course,
  ...progress,
  href: courseAddress(slug),
  stopped: lastLecture && {
    href: lectureAddress(slug, lastLecture.id),
    title: lastLecture.title,
    positionSeconds: lastPositionSeconds ?? 0,
  },
  certificate: certificate && {
    href: certificateAddress(certificate.serial),
    image: certificateImageAddress(certificate.serial),
  },
});
