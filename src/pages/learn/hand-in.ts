import type { FastifyInstance } from "fastify";
import { handInMyWork, maxBytes } from "#domain/learning/learning-pages/my-assignment.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { maxFiles } from "#domain/learning/submissions/hand-in.ts";
import type { Form } from "#oauth/form.ts";
import { acceptUploads, readUpload } from "../forms/upload.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import { formOf } from "../responses/page-request.ts";
import type { Refused } from "./assignment.ts";
import { sendLecture } from "./lecture.ts";
import type { StartLearnerContext } from "./learner.ts";
import { addressOf } from "./quiz.ts";

interface Address {
  Params: { course: string; lecture: string };
}

/** Accepts more files than allowed, so that the error names the limit instead of dropping files. */
const maxParts = 4 * maxFiles;

/** POST /learn/{course}/{lecture}/work: submits an assignment, with optional files. */
export const handInForm = (start: StartLearnerContext, csrfKey: Buffer) => async (app: FastifyInstance) => {
  await acceptUploads(app, maxBytes, maxParts);
  app.post<Address>("/learn/:course/:lecture/work", (request, reply) =>
    start(request, reply, async (learner) => {
      const { course, lecture: lectureId } = request.params;
      const { fields, files } = await readUpload(request, maxBytes);
      const form = formOf(learner, csrfKey, fields);
      if (!form) return sendStaleForm(learner, addressOf(request.params), fields);
      const work = { text: form.get("text") ?? null, url: form.get("url") ?? null, keptFileIds: keptIn(form) };
      try {
        await perform(handInMyWork, learner.context, { course, lectureId, ...work, files });
      } catch (error) {
        const problem = problemIn(error);
        const typed = { text: work.text ?? "", url: work.url ?? "" };
        return sendLecture(learner, request.params, { refused: { problem, typed }, status: 422 });
      }
      return reply.redirect(addressOf(request.params), 303);
    }),
  );
};

/** `keep.0`, `keep.1`, …: files to keep from the returned submission. */
const keptIn = (form: Form): string[] =>
  Array.from({ length: maxFiles }, (_, index) => form.get(`keep.${index}`)).filter((id) => id !== undefined);

/** Rethrows errors that the form cannot display. */
function problemIn(error: unknown): Refused["problem"] {
  if (!(error instanceof Problem)) throw error;
  if (error.code === "unsupported_media") return "media";
  if (error.code !== "validation_failed") throw error;
  const isOfFiles = (error.details.errors ?? []).some(({ pointer }) => /^\/(files|keptFileIds)/.test(pointer));
  return isOfFiles ? "files" : "words";
}
