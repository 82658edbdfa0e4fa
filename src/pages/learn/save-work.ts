import type { FastifyInstance } from "fastify";
import { saveMyAnswers } from "#domain/learning/learning-pages/answer-my-quiz.ts";
import { maxNewFileBytes } from "#domain/learning/learning-pages/my-assignment.ts";
import { listMyQuestions } from "#domain/learning/learning-pages/my-quiz.ts";
import { saveMyWork } from "#domain/learning/learning-pages/save-my-work.ts";
import { maxFiles } from "#domain/learning/submissions/hand-in.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { filesOf } from "../forms/upload.ts";
import { type OpenPageRequest, type SignedInPageRequest } from "../responses/page-request.ts";
import { type MemberRoutes, memberScriptRoutes, refuseScript } from "../sign-in/member-routes.ts";
import { sendJson } from "../responses/send-json.ts";
import type { SavedOnServer } from "../../islands/student/saved-on-server.ts";
import { workIn } from "./hand-in.ts";
import { answerIn, fieldsOf } from "./quiz-answers.ts";
import { seenIn } from "./quiz.ts";

interface Address {
  course: string;
  lecture: string;
}

/** POST /learn/{course}/{lecture}/answers/draft and …/work/draft: save what a student has entered. For a script. */
export function savingEndpoints(app: FastifyInstance, { postForm }: MemberRoutes): void {
  const answers = { path: "/learn/:course/:lecture/answers/draft", stale: refuseScript } as const;
  postForm(app, answers, async (learner, form, { params }) =>
    sendJson(learner.reply, await saveAnswers(learner, params, form)),
  );

  const upload = { maxBytes: maxNewFileBytes, maxFiles };
  const work = { path: "/learn/:course/:lecture/work/draft", stale: refuseScript, upload } as const;
  postForm(app, work, async (learner, form, request) => {
    const { files } = filesOf(request);
    return sendJson(learner.reply, await saveWork(learner, request.params, { ...workIn(form), files }));
  });
}

/** Routes that save entered values. A status by which the script tells them apart says why nothing is saved. */
export const savingRoutes = (openPageRequest: OpenPageRequest): MemberRoutes =>
  memberScriptRoutes(openPageRequest).extend(async (learner, save) => {
    try {
      return await save(learner);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return sendJson(learner.reply, {}, statuses[error.code] ?? 422);
    }
  });

const statuses: Readonly<Record<string, number>> = {
  not_found: 404,
  role_required: 404,
  invalid_state: 409,
  rate_limited: 429,
};

async function saveAnswers(
  { context }: SignedInPageRequest,
  { course, lecture: lectureId }: Address,
  form: Form,
): Promise<SavedOnServer> {
  const questions = await perform(listMyQuestions, context, { course, lectureId });
  const changed = new Set((form.get("changed") ?? "").split(" "));
  const answers = questions.filter(({ id }) => changed.has(id)).map((question) => answerIn(form, question));
  const draftInput = { course, lectureId, attemptId: form.get("attempt"), answers, ...seenIn(form) };
  const saved = await perform(saveMyAnswers, context, draftInput);
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
  { course, lecture: lectureId }: Address,
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
