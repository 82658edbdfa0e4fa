import type { FastifyInstance, FastifyReply } from "fastify";
import {
  deleteMyComment,
  editMyComment,
  followDiscussion,
  likeLectureComment,
  writeMyComment,
} from "#domain/learning/learning-pages/my-comments.ts";
import { perform } from "#domain/platform/operation.ts";
import { actOnDiscussion, statusOfRefusal } from "../responses/discussion.ts";
import { formOf } from "../responses/page-request.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { markDraftSaved } from "../islands/saved-drafts.ts";
import type { LearnerContext } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import { sendLecture } from "./lecture.ts";
import { addressOf } from "./quiz.ts";

interface Address {
  Params: { course: string; lecture: string; comment?: string };
}

/** POST /learn/{course}/{lecture}/comments and …/comments/{comment}: write, reply, edit, delete and moderate. */
export function discussionForms(app: FastifyInstance, { open }: MemberRoutes): void {
  for (const path of ["/learn/:course/:lecture/comments", "/learn/:course/:lecture/comments/:comment"]) {
    app.post<Address>(path, (request, reply) => open(request, reply, (learner) => actFor(learner, request.params)));
  }
}

async function actFor(learner: LearnerContext, params: Address["Params"]): Promise<FastifyReply> {
  const { course, lecture, comment } = params;
  const here = addressOf(params);
  const form = formOf(learner);
  if (!form) return sendStaleForm(learner, comment ? `${here}?comment=${encodeURIComponent(comment)}` : here);
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
