import type { FastifyInstance } from "fastify";
import { startMyCourse } from "#domain/learning/learning-pages/start-my-course.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { StartForm } from "../views/learn/start-form.ts";
import { courseAddress } from "./addresses.ts";
import type { LearnerContext } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

/** POST /learn/{course}/start: enrolls the member through their membership, and leads to a lecture. */
export function startCourseForm(app: FastifyInstance, { postForm }: MemberRoutes): void {
  postForm(
    app,
    { path: "/learn/:course/start", formAt: ({ course }) => courseAddress(encodeURIComponent(course)) },
    async (learner, form, { params: { course } }) => {
      const address = courseAddress(encodeURIComponent(course));
      await perform(startMyCourse, learner.context, { course });
      const lecture = form.get("lecture");
      return learner.reply.redirect(`${address}/${lecture ? encodeURIComponent(lecture) : "continue"}`, 303);
    },
  );
}

/** The form that starts the course with a lecture. */
export const startFormOf = ({ csrf }: LearnerContext, slug: string, lectureId: string): StartForm => ({
  action: `${courseAddress(slug)}/start`,
  csrf,
  lecture: formatId("lecture", lectureId),
});
