import type { FastifyInstance, FastifyReply } from "fastify";
import { replaceQuiz } from "#domain/catalog/curriculum/quizzes/quiz-operations.ts";
import type { QuizTrial } from "#domain/learning/learning-pages/quiz-for-staff.ts";
import { newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { answerIn, arranged, type FormAnswer } from "../../learn/quiz-answers.ts";
import { resultOf } from "../../learn/quiz-result.ts";
import { sendPage } from "../../responses/send.ts";
import { quizTrial } from "../../views/admin/quizzes/quiz-trial.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { quizPath, quizPaths, tryPath } from "./addresses.ts";
import { quizLectureOf } from "./lecture.ts";

/** GET and POST /admin/lectures/{id}/quiz/try: answer a quiz without recording it. */
export function quizTrialPages(app: FastifyInstance): void {
  getPage(app, quizPaths.try, async (pageRequest, { params: { id } }) => {
    const seed = newId();
    const { tryQuiz } = await adminOperations.lectures();
    const trial = await perform(tryQuiz, pageRequest.context, { lectureId: id, seed, answers: null });
    return show(pageRequest, id, seed, trial);
  });

  postForm(app, quizPaths.try, async (pageRequest, form, { params: { id } }) => {
    const seed = (form.get("attempt") ?? "").slice(0, 64);
    const quiz = { lectureId: id, seed };
    const { tryQuiz } = await adminOperations.lectures();
    const { questions } = await perform(tryQuiz, pageRequest.context, { ...quiz, answers: null });
    const typed = questions.map((question) => answerIn(form, question));
    const act = form.get("act");
    const { answers } = arranged(act ?? "", questions, typed);
    if (act !== undefined) {
      return show(
        pageRequest,
        id,
        seed,
        await perform(tryQuiz, pageRequest.context, { ...quiz, answers: null }),
        answers,
      );
    }
    return show(pageRequest, id, seed, await perform(tryQuiz, pageRequest.context, { ...quiz, answers }));
  });
}

async function show(
  pageRequest: AdminPageRequest,
  id: string,
  seed: string,
  trial: QuizTrial,
  typed: readonly FormAnswer[] = [],
): Promise<FastifyReply> {
  const byQuestion = new Map(typed.map((answer) => [answer.questionId, answer]));
  const { outcome, decimalMark } = trial;
  const { context } = pageRequest;
  const view = quizTrial(derivedPageOf(pageRequest, `/lectures/${id}`), {
    ...trial,
    questions: trial.questions.map((question) => ({ ...question, answer: byQuestion.get(question.id) ?? null })),
    lecture: await quizLectureOf(context, id),
    editPath: mayPerform(context.caller, replaceQuiz) ? `${quizPath(id)}/edit` : undefined,
    action: tryPath(id),
    seed,
    result: outcome && {
      ...outcome,
      attemptNo: 1,
      submittedAt: context.now,
      results: outcome.results.map((result) => resultOf(result, true, decimalMark)),
    },
  });
  return sendPage(pageRequest.reply, view);
}
