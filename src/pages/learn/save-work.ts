import type { FastifyInstance, FastifyReply } from "fastify";
import { saveMyAnswers } from "#domain/learning/learning-pages/answer-my-quiz.ts";
import { maxBytes } from "#domain/learning/learning-pages/my-assignment.ts";
import { listMyQuestions } from "#domain/learning/learning-pages/my-quiz.ts";
import { saveMyWork } from "#domain/learning/learning-pages/save-my-work.ts";
import { maxFiles } from "#domain/learning/submissions/hand-in.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { acceptUploads, readUpload } from "../forms/upload.ts";
import {
  formOf,
  isSignedIn,
  type OpenPageRequest,
  type PageRequest,
  type SignedInPageRequest,
} from "../responses/page-request.ts";
import { sendJson } from "../responses/send-json.ts";
import type { SavedOnServer } from "../../islands/student/saved-on-server.ts";
import { workIn } from "./hand-in.ts";
import { answerIn, fieldsOf } from "./quiz-answers.ts";
import { seenIn } from "./quiz.ts";

interface Address {
  Params: { course: string; lecture: string };
}

/** POST /learn/{course}/{lecture}/answers/draft and …/work/draft: save what a student has entered. For a script. */
export const savingEndpoints = (openPageRequest: OpenPageRequest) => async (app: FastifyInstance) => {
  await acceptUploads(app, maxBytes, maxFiles);

  app.post<Address>("/learn/:course/:lecture/answers/draft", async (request, reply) =>
    answerSave(await openPageRequest(request, reply), async (learner) => {
      const form = formOf(learner);
      return form && saveAnswers(learner, request.params, form);
    }),
  );

  app.post<Address>("/learn/:course/:lecture/work/draft", async (request, reply) =>
    answerSave(await openPageRequest(request, reply), async (learner) => {
      const { fields, files } = await readUpload(request, maxBytes);
      const form = formOf(learner, fields);
      return form && saveWork(learner, request.params, { ...workIn(form), files });
    }),
  );
};

/** Sends JSON with a status by which the script tells refusals apart. */
export async function answerSave(
  { reply, ...rest }: PageRequest,
  save: (learner: SignedInPageRequest) => Promise<SavedOnServer | undefined>,
): Promise<FastifyReply> {
  const pageRequest = { reply, ...rest };
  if (!isSignedIn(pageRequest)) return sendJson(reply, {}, 401);
  try {
    const saved = await save(pageRequest);
    return saved ? await sendJson(reply, saved) : await sendJson(reply, {}, 403);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return sendJson(reply, {}, statuses[error.code] ?? 422);
  }
}

const statuses: Readonly<Record<string, number>> = {
  not_found: 404,
  role_required: 404,
  invalid_state: 409,
  rate_limited: 429,
};

async function saveAnswers(
  { context }: SignedInPageRequest,
  { course, lecture: lectureId }: Address["Params"],
  form: Form,
): Promise<SavedOnServer> {
  const questions = await perform(listMyQuestions, context, { course, lectureId });
  const changed = new Set((form.get("changed") ?? "").split(" "));
  const answers = questions.filter(({ id }) => changed.has(id)).map((question) => answerIn(form, question));
  const written = { course, lectureId, attemptId: form.get("attempt"), answers, ...seenIn(form) };
  const saved = await perform(saveMyAnswers, context, written);
  const byQuestion = new Map(saved.answers.map((answer) => [answer.questionId, answer]));
  const groups = Object.fromEntries(
    questions.map((question) => [question.id, fieldsOf(question, byQuestion.get(question.id))]),
  );
  return {
    isSaved: saved.isSaved,
    revision: saved.revision,
    savedAt: saved.savedAt.toISOString(),
    ...(!saved.isSaved && { groups }),
  };
}

async function saveWork(
  { context }: SignedInPageRequest,
  { course, lecture: lectureId }: Address["Params"],
  work: object,
): Promise<SavedOnServer> {
  const { isSaved, revision, savedAt, text, url, files } = await perform(saveMyWork, context, {
    course,
    lectureId,
    ...work,
  });
  return {
    isSaved,
    revision,
    savedAt: savedAt.toISOString(),
    files: files.map(({ id, filename }) => ({ id: formatId("file", id), filename })),
    ...(!isSaved && { groups: { text: textGroup("text", text), url: textGroup("url", url) } }),
  };
}

/** As the script compares texts: with its line breaks. */
const textGroup = (name: string, value: string | null): Record<string, string> =>
  value ? { [name]: value.replaceAll("\r\n", "\n") } : {};
