import type { FastifyInstance } from "fastify";
import { saveMyWork } from "#domain/learning/learning-pages/save-my-work.ts";
import {
  handInMyWork,
  maxNewFileBytes,
  showMyAssignment,
  withdrawMyWork,
} from "#domain/learning/learning-pages/my-assignment.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { maxFiles } from "#domain/learning/submissions/hand-in.ts";
import type { Form } from "#oauth/form.ts";
import { filesOf } from "../forms/upload.ts";
import type { Refused } from "./assignment.ts";
import { sendLecture } from "./lecture.ts";
import type { LearnerContext } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import { addressOf, seenIn } from "./quiz.ts";

/** Accepts more files than allowed, so that the error names the limit instead of dropping files. */
const maxParts = 4 * maxFiles;

/** POST /learn/{course}/{lecture}/work: submits an assignment, with optional files, saves a draft, or takes work back. */
export function handInForm(app: FastifyInstance, { postForm }: MemberRoutes): void {
  const upload = { maxBytes: maxNewFileBytes, maxFiles: maxParts };
  const route = { path: "/learn/:course/:lecture/work", formAt: addressOf, upload } as const;
  postForm(app, route, async (learner, form, request) => {
    const { reply } = learner;
    const { course, lecture: lectureId } = request.params;
    const { files } = filesOf(request);
    if (form.get("act") === "withdraw") {
      await perform(withdrawMyWork, learner.context, { course, lectureId });
      return reply.redirect(`${addressOf(request.params)}#work`, 303);
    }
    const work = { ...workIn(form), course, lectureId, files };
    const typed = { text: work.text ?? "", url: work.url ?? "" };
    try {
      const elsewhere = await (form.get("act") === "save" ? save(learner, work) : submit(learner, work));
      // Without a fragment of its own, the next page would keep that of the form.
      if (!elsewhere) return reply.redirect(`${addressOf(request.params)}#work`, 303);
      return await sendLecture(learner, request.params, {
        refused: { problem: null, typed, elsewhere },
        status: 409,
      });
    } catch (error) {
      const problem = problemIn(error);
      return sendLecture(learner, request.params, { refused: { problem, typed, elsewhere: null }, status: 422 });
    }
  });
}

/** Returns what another device has saved, if the form has seen older work. */
async function submit(learner: LearnerContext, work: object): Promise<Refused["elsewhere"]> {
  const { is } = await perform(handInMyWork, learner.context, work);
  if (is === "submitted") return null;
  const { draft } = (await perform(showMyAssignment, learner.context, work)) ?? {};
  return { text: draft?.text ?? "", url: draft?.url ?? "" };
}

async function save(learner: LearnerContext, work: object): Promise<Refused["elsewhere"]> {
  const { isSaved, text, url } = await perform(saveMyWork, learner.context, work);
  return isSaved ? null : { text: text ?? "", url: url ?? "" };
}

/** The work in a form, and the draft that it has seen. */
export const workIn = (form: Form) => ({
  text: form.get("text") ?? null,
  url: form.get("url") ?? null,
  keptFileIds: keptIn(form),
  ...seenIn(form),
});

/** `keep.0`, `keep.1`, …: files of the returned submission and of the draft. */
const keptIn = (form: Form): string[] =>
  Array.from({ length: 2 * maxFiles }, (_, index) => form.get(`keep.${index}`)).filter((id) => id !== undefined);

/** Rethrows errors that the form cannot display. */
function problemIn(error: unknown): Refused["problem"] {
  if (!(error instanceof Problem)) throw error;
  if (error.code === "unsupported_media") return "media";
  if (error.code !== "validation_failed") throw error;
  const isOfFiles = (error.details.errors ?? []).some(({ pointer }) => /^\/(files|keptFileIds)/.test(pointer));
  return isOfFiles ? "files" : "words";
}
