import type { FastifyInstance } from "fastify";
import { startMyCourse } from "#domain/learning/learning-pages/start-my-course.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { formOf } from "../responses/page-request.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import type { StartForm } from "../views/learn/start-form.ts";
import { courseAddress } from "./addresses.ts";
import type { LearnerContext, StartLearnerContext } from "./learner.ts";

/** POST /learn/{course}/start: enrolls the member through their membership, and leads to a lecture. */
export function startCourseForm(app: FastifyInstance, start: StartLearnerContext): void {
  app.post<{ Params: { course: string } }>("/learn/:course/start", (request, reply) =>
    start(request, reply, async (learner) => {
      const { course } = request.params;
      const address = courseAddress(encodeURIComponent(course));
      const form = formOf(learner);
      if (!form) return sendStaleForm(learner, address);
      await perform(startMyCourse, learner.context, { course });
      const lecture = form.get("lecture");
      return reply.redirect(`${address}/${lecture ? encodeURIComponent(lecture) : "continue"}`, 303);
    }),
  );
}

/** The form that starts the course with a lecture. */
export const startFormOf = ({ csrf }: LearnerContext, slug: string, lectureId: string): StartForm => ({
  action: `${courseAddress(slug)}/start`,
  csrf,
  lecture: formatId("lecture", lectureId),
});
