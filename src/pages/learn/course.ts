import type { FastifyInstance } from "fastify";
import { type MyCourseInFull, showMyCourse } from "#domain/learning/learning-pages/my-course.ts";
import { progressIn } from "#domain/learning/learning-pages/outline.ts";
import { type MyReview, showMyReview } from "#domain/learning/learning-pages/my-review.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { sendPage } from "../responses/send.ts";
import { type CoursePage, courseOfMember } from "../views/learn/course.ts";
import { isDone } from "../views/learn/my-review.ts";
import {
  certificateAddress,
  completionAddress,
  courseAddress,
  discussionAddress,
  lectureAddress,
  reviewAddress,
} from "./addresses.ts";
import { keptList } from "./kept/addresses.ts";
import { isKeepable } from "./kept/keepable-lectures.ts";
import { keeperOf } from "../responses/keeper.ts";
import { withWorker } from "../responses/student-policy.ts";
import { startFormOf } from "./start.ts";
import { notesOfCourse, searchOfCourse } from "./my-notes/addresses.ts";
import { type LearnerContext, learnerPage } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

/**
 * GET /learn/{course}. `review` contains the notice of a review action. GET /learn/{course}/continue leads to the
 * lecture that the member continues with, or to the course if there is none.
 */
export function coursePage(app: FastifyInstance, { getPage }: MemberRoutes): void {
  getPage(app, "/learn/:course", async (learner, request) => {
    const { params, query } = request;
    const [found, mine] = await Promise.all([
      perform(showMyCourse, learner.context, params),
      perform(showMyReview, learner.context, params),
    ]);
    const view = viewOf(learner, found, mine, query.review);
    const content = view.keep ? withWorker([], learner.context.site) : [];
    return sendPage(learner.reply, courseOfMember(learnerPage(learner), view), { content });
  });

  getPage(app, "/learn/:course/continue", async (learner, request) => {
    const { course, next } = await perform(showMyCourse, learner.context, request.params);
    return learner.reply.redirect(next ? lectureAddress(course.slug, next.id) : courseAddress(course.slug), 303);
  });
}

function viewOf(
  learner: LearnerContext,
  { course, outline, next, certificate, mayStart, completedAt, hasDiscussion, ...access }: MyCourseInFull,
  { review, lock }: MyReview,
  done: unknown,
): CoursePage {
  const { slug, name, subtitle, status, visibility } = course;
  const lectures = outline.flatMap((section) => section.lectures);
  return {
    ...access,
    name,
    subtitle,
    isPublished: status === "published",
    about: status === "published" && visibility !== "members_only" ? `/courses/${slug}` : null,
    notes: notesOfCourse(slug),
    search: searchOfCourse(slug),
    review: { href: reviewAddress(slug), review, lock, done: isDone(done) ? done : undefined },
    keep: isKeepable(learner, access.enrollmentStatus)
      ? { slug, list: keptList(courseAddress(slug)), keeper: keeperOf(learner) }
      : null,
    discussion: hasDiscussion ? discussionAddress(slug) : null,
    completion: completedAt && completionAddress(slug),
    certificate: certificate && { href: certificateAddress(certificate.serial), issuedAt: certificate.issuedAt },
    ...progressIn(lectures),
    sections: outline.map((section) => ({
      ...section,
      id: formatId("section", section.id),
      lectures: section.lectures.map((lecture) => ({
        ...lecture,
        href: lectureAddress(slug, lecture.id),
        isDone: lecture.completedAt !== null,
      })),
    })),
    start: mayStart && next ? startFormOf(learner, slug, next.id) : null,
    next: next && { href: lectureAddress(slug, next.id), title: next.title },
  };
}
