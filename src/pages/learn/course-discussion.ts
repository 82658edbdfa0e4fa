import type { FastifyInstance, FastifyReply } from "fastify";
import {
  type CourseDiscussion,
  deleteMyComment,
  editMyComment,
  likeLectureComment,
  showCourseDiscussion,
  writeMyComment,
} from "#domain/learning/learning-pages/my-comments.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Form } from "#oauth/form.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { markDraftSaved } from "../islands/saved-drafts.ts";
import { actOnDiscussion, positionIn, statusOfRefusal } from "../responses/discussion.ts";
import { keptFor } from "../responses/keeper.ts";
import { sendPage } from "../responses/send.ts";
import { withStudentModule } from "../responses/student-policy.ts";
import type { RefusedComment } from "../views/parts/discussion-view.ts";
import { courseDiscussion, type CourseDiscussionPage } from "../views/learn/course-discussion.ts";
import { courseAddress, discussionAddress, lectureAddress } from "./addresses.ts";
import { type LearnerContext, learnerPage } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import { addressOf } from "./quiz.ts";

interface Address {
  Params: { course: string };
  Querystring: { show?: unknown; after?: unknown };
}

/**
 * GET /learn/{course}/discussion: the threads of all lectures. `after` is the last thread of the previous page. POST asks
 * a question about the lecture in `lecture`.
 */
export function courseDiscussionPage(app: FastifyInstance, { getPage, postForm }: MemberRoutes): void {
  getPage(app, "/learn/:course/discussion", (learner, request) =>
    sendDiscussion(learner, request.params, { query: request.query }),
  );

  postForm(app, "/learn/:course/discussion", (learner, form, { params: { course } }) => ask(learner, course, form));
}

async function ask(learner: LearnerContext, course: string, form: Form): Promise<FastifyReply> {
  const lectureId = form.get("lecture") ?? "";
  const discussed = { ...operations, subject: { course, lectureId }, here: addressOf({ course, lecture: lectureId }) };
  const result = await actOnDiscussion(learner.context, form, discussed);
  if (typeof result === "string") {
    markDraftSaved(learner, fieldsOf(learner.request));
    return learner.reply.redirect(result, 303);
  }
  const status = statusOfRefusal(result, learner.reply);
  return sendDiscussion(learner, { course }, { refused: result, chosen: lectureId, status });
}

const operations = { write: writeMyComment, edit: editMyComment, remove: deleteMyComment, like: likeLectureComment };

interface Sent {
  query?: Address["Querystring"];
  refused?: RefusedComment;
  /** The lecture of a rejected question. */
  chosen?: string;
  status?: number;
}

async function sendDiscussion(
  learner: LearnerContext,
  { course }: Address["Params"],
  { query = {}, refused, chosen, status = 200 }: Sent,
): Promise<FastifyReply> {
  const unanswered = query.show === "unanswered";
  const { afterId } = positionIn({ after: query.after });
  const discussion = await perform(showCourseDiscussion, learner.context, {
    course,
    unanswered,
    ...(afterId !== undefined && { afterId }),
  });
  const view = viewOf(discussion, { unanswered, isFirst: afterId === undefined, now: learner.context.now });
  const form = askFormOf(learner, discussion, { refused, chosen });
  const content = form === null ? [] : withStudentModule([], learner.context.site);
  return sendPage(learner.reply, courseDiscussion(learnerPage(learner), { ...view, ask: form }), { status, content });
}

/** Staff who see the page as the student write nothing. */
function askFormOf(
  learner: LearnerContext,
  { course, lectures, lastLectureId }: CourseDiscussion,
  { refused, chosen }: Pick<Sent, "refused" | "chosen">,
): CourseDiscussionPage["ask"] {
  if (lectures.length === 0 || learner.session.viewedBy !== undefined) return null;
  return {
    csrf: learner.csrf,
    action: discussionAddress(course.slug),
    lectures: lectures.map((lecture) => {
      const id = formatId("lecture", lecture.id);
      return {
        id,
        title: lecture.title,
        isChosen: chosen === undefined ? lecture.id === lastLectureId : id === chosen,
      };
    }),
    kept: keptFor(learner),
    refused,
  };
}

function viewOf(
  { course, threads, nextAfter }: CourseDiscussion,
  { unanswered, isFirst, now }: { unanswered: boolean; isFirst: boolean; now: Date },
): Omit<CourseDiscussionPage, "ask"> {
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
