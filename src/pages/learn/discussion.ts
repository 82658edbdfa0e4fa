import type { FastifyInstance, FastifyReply } from "fastify";
import {
  deleteMyComment,
  editMyComment,
  followDiscussion,
  likeLectureComment,
  writeMyComment,
} from "#domain/learning/learning-pages/my-comments.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Form } from "#oauth/form.ts";
import { actOnDiscussion, statusOfRefusal } from "../responses/discussion.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { markDraftSaved } from "../islands/saved-drafts.ts";
import type { LearnerContext } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import { sendLecture } from "./lecture.ts";
import { addressOf } from "./quiz.ts";

interface Address {
  course: string;
  lecture: string;
  comment?: string;
}

/** POST /learn/{course}/{lecture}/comments and …/comments/{comment}: write, reply, edit, delete and moderate. */
export function discussionForms(app: FastifyInstance, { postForm }: MemberRoutes): void {
  postForm(app, { path: "/learn/:course/:lecture/comments", formAt }, (learner, form, { params }) =>
    actFor(learner, params, form),
  );
  postForm(app, { path: "/learn/:course/:lecture/comments/:comment", formAt }, (learner, form, { params }) =>
    actFor(learner, params, form),
  );
}

const formAt = (params: Address): string =>
  params.comment ? `${addressOf(params)}?comment=${encodeURIComponent(params.comment)}` : addressOf(params);

async function actFor(learner: LearnerContext, params: Address, form: Form): Promise<FastifyReply> {
  const { course, lecture, comment } = params;
  const here = addressOf(params);
  const act = form.get("act");
  if (comment === undefined && (act === "follow" || act === "unfollow")) {
    const following = act === "follow";
    await perform(followDiscussion, learner.context, { course, lectureId: lecture, following });
    return learner.reply.redirect(`${here}?done=${act}ed#discussion`, 303);
  }
  const operations = { write: writeMyComment, edit: editMyComment, remove: deleteMyComment, like: likeLectureComment };
  const discussed = { ...operations, subject: { course, lectureId: lecture }, here };
  const result = await actOnDiscussion(learner.context, form, discussed, comment);
  if (typeof result === "string") {
    markDraftSaved(learner, fieldsOf(learner.request));
    return learner.reply.redirect(result, 303);
  }
  const status = statusOfRefusal(result, learner.reply);
  return sendLecture(learner, params, { refusedComment: result, query: { ...(comment && { comment }) }, status });
}
