import type { FastifyInstance } from "fastify";
import { type CourseDiscussion, showCourseDiscussion } from "#domain/learning/learning-pages/my-comments.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { positionIn } from "../responses/discussion.ts";
import { sendPage } from "../responses/send.ts";
import { courseDiscussion, type CourseDiscussionPage } from "../views/learn/course-discussion.ts";
import { courseAddress, discussionAddress, lectureAddress } from "./addresses.ts";
import { learnerPage, type StartLearnerContext } from "./learner.ts";

interface Address {
  Params: { course: string };
  Querystring: { show?: unknown; after?: unknown };
}

/** GET /learn/{course}/discussion: the threads of all lectures. `after` is the last thread of the previous page. */
export function courseDiscussionPage(app: FastifyInstance, start: StartLearnerContext): void {
  app.get<Address>("/learn/:course/discussion", (request, reply) =>
    start(request, reply, async (learner) => {
      const { course } = request.params;
      const unanswered = request.query.show === "unanswered";
      const { afterId } = positionIn({ after: request.query.after });
      const found = await perform(showCourseDiscussion, learner.context, {
        course,
        unanswered,
        ...(afterId !== undefined && { afterId }),
      });
      const view = viewOf(found, { unanswered, isFirst: afterId === undefined, now: learner.context.now });
      return sendPage(reply, courseDiscussion(learnerPage(learner), view));
    }),
  );
}

function viewOf(
  { course, threads, nextAfter }: CourseDiscussion,
  { unanswered, isFirst, now }: { unanswered: boolean; isFirst: boolean; now: Date },
): CourseDiscussionPage {
  const { slug, name } = course;
  const address = discussionAddress(slug);
  const every = unanswered ? `${address}?show=unanswered` : address;
  const next =
    nextAfter === null ? undefined : `${every}${unanswered ? "&" : "?"}after=${formatId("comment", nextAfter)}`;
  return {
    course: { name, href: courseAddress(slug) },
    filters: { every: address, unanswered: `${address}?show=unanswered` },
    unanswered,
    now,
    threads: threads.map((thread) => {
      const lecture = lectureAddress(slug, thread.lectureId);
      const id = formatId("comment", thread.id);
      return {
        ...thread,
        id,
        lecture: { title: thread.lecture, href: lecture },
        href: `${lecture}?comment=${id}#${id}`,
      };
    }),
    pages: { next, first: isFirst ? undefined : every },
  };
}
