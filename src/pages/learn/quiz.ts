import type { FastifyInstance, FastifyReply } from "fastify";
import {
  type Answered,
  answerMyQuiz,
  beginMyQuiz,
  saveMyAnswers,
} from "#domain/learning/learning-pages/answer-my-quiz.ts";
import {
  type MyQuiz,
  listMyQuestions,
  type SavedAnswers,
  showMyQuiz,
} from "#domain/learning/learning-pages/my-quiz.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Form } from "#oauth/form.ts";
import type { Paper } from "../views/learn/quiz-paper.ts";
import type { QuizView } from "../views/learn/quiz.ts";
import { attemptAddress } from "./attempt-pages.ts";
import { keeperOf } from "../responses/keeper.ts";
import type { LearnerContext } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import { answerIn, arranged, type FormAnswer, answerTextsOf } from "./quiz-answers.ts";
import { attemptOf } from "./quiz-result.ts";
import { isSameAnswer, unansweredIn } from "#domain/learning/quiz-attempts/grade.ts";

interface Address {
  Params: { course: string; lecture: string };
}

/** The state in which the form of a quiz is shown. */
export interface ShownAnswers {
  /** Answers of a form that was neither saved nor submitted, because another device has saved `there` since. */
  elsewhere?: { answers: readonly FormAnswer[]; there: SavedAnswers };
  /** Names the questions without an answer. */
  isChecked?: boolean;
}

/** Returns undefined if the member has no quiz to answer. */
export async function quizOf(
  learner: LearnerContext,
  lectureInput: object,
  { here, shown, onward }: { here: string; shown: ShownAnswers; onward: QuizView["onward"] },
): Promise<QuizView | undefined> {
  const found = await perform(showMyQuiz, learner.context, lectureInput);
  if (!found) return undefined;
  const { last, earlier, underWay } = found;
  return {
    ...found,
    underWay: underWay && paperOf(learner, underWay, { here, shown }),
    last: last && attemptOf(last),
    earlier: earlier
      .map(({ id, ...attempt }) => ({ ...attempt, href: attemptAddress(here, id) }))
      .slice(0, maxEarlierAttempts),
    allAttempts: earlier.length > maxEarlierAttempts ? `${here}/attempts` : null,
    onward,
    beginAction: `${here}/quiz`,
    answerAction: `${here}/answers`,
  };
}

const maxEarlierAttempts = 10;

function paperOf(
  learner: LearnerContext,
  { id, endsAt, questions, draft }: NonNullable<MyQuiz["underWay"]>,
  { here, shown: { elsewhere, isChecked = false } }: { here: string; shown: ShownAnswers },
): Paper {
  const answers = elsewhere?.answers ?? draft?.answers ?? [];
  const byQuestion = new Map(answers.map((answer) => [answer.questionId, answer]));
  return {
    id: formatId("quizAttempt", id),
    endsAt,
    now: learner.context.now,
    questions: questions.map((question) => ({ ...question, answer: byQuestion.get(question.id) ?? null })),
    revision: draft?.revision ?? "",
    savedAt: elsewhere ? null : (draft?.savedAt ?? null),
    unanswered: isChecked && !elsewhere ? unansweredIn(questions, draft?.answers ?? []) : [],
    elsewhere: elsewhere ? differencesOf(questions, elsewhere) : null,
    island: { address: `${here}/answers/draft`, keeper: keeperOf(learner) },
  };
}

/** The questions that the other device answers in another way. */
function differencesOf(
  questions: NonNullable<MyQuiz["underWay"]>["questions"],
  { answers, there }: NonNullable<ShownAnswers["elsewhere"]>,
): NonNullable<Paper["elsewhere"]> {
  const here = new Map(answers.map((answer) => [answer.questionId, answer]));
  const stored = new Map(there.answers.map((answer) => [answer.questionId, answer]));
  return questions.flatMap((question) => {
    const theirs = stored.get(question.id);
    if (isSameAnswer(here.get(question.id), theirs)) return [];
    return [{ questionId: question.id, text: theirs ? answerTextsOf(question, theirs).join(" · ") : "" }];
  });
}

/** Shows the lecture with the form of its quiz in this state. */
type ShowAnswers = (
  learner: LearnerContext,
  params: Address["Params"],
  shown: ShownAnswers,
  status: number,
) => Promise<FastifyReply>;

interface Options {
  show: ShowAnswers;
}

export function quizForms(app: FastifyInstance, { postForm }: MemberRoutes, { show }: Options): void {
  /** POST /learn/{course}/{lecture}/quiz: starts an attempt. */
  postForm(app, { path: "/learn/:course/:lecture/quiz", formAt: addressOf }, async (learner, _form, request) => {
    const { course, lecture } = request.params;
    await perform(beginMyQuiz, learner.context, { course, lectureId: lecture });
    return learner.reply.redirect(addressOf(request.params), 303);
  });

  /** POST /learn/{course}/{lecture}/answers: submits an attempt, saves it, or moves an item of an ordering question. */
  postForm(app, { path: "/learn/:course/:lecture/answers", formAt: addressOf }, async (learner, form, request) => {
    const here = addressOf(request.params);
    const { course, lecture } = request.params;
    const lectureInput = { course, lectureId: lecture };
    const questions = await perform(listMyQuestions, learner.context, lectureInput);
    const typed = questions.map((question) => answerIn(form, question));
    const act = form.get("act");
    const { answers, questionId } = arranged(act ?? "", questions, typed);
    const input = { ...lectureInput, ...seenIn(form), attemptId: form.get("attempt"), answers };
    const answered = await (act === undefined ? submit(learner, form, input) : save(learner, input));
    if (answered.is === "elsewhere") {
      return show(learner, request.params, { elsewhere: { answers, there: answered.draft } }, 409);
    }
    if (answered.is === "unanswered") return learner.reply.redirect(`${here}?check=1#check`, 303);
    return learner.reply.redirect(questionId === undefined ? here : `${here}#q-${questionId}`, 303);
  });
}

const submit = (learner: LearnerContext, form: Form, input: object): Promise<Answered> =>
  perform(answerMyQuiz, learner.context, { ...input, isConfirmed: form.get("confirmed") === "yes" });

async function save(learner: LearnerContext, input: object): Promise<Answered | { is: "saved" }> {
  const { isSaved, ...draft } = await perform(saveMyAnswers, learner.context, input);
  return isSaved ? { is: "saved" } : { is: "elsewhere", draft };
}

/** The draft that a form has seen, and the page that has written it. */
export const seenIn = (form: Form) => ({
  revision: form.get("revision") ?? null,
  writer: form.get("writer") ?? null,
});

export const addressOf = ({ course, lecture }: Address["Params"]): string =>
  `/learn/${encodeURIComponent(course)}/${encodeURIComponent(lecture)}`;
