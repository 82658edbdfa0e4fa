import type { FastifyInstance } from "fastify";
import {
  answerMyQuiz,
  type AskedQuestion,
  beginMyQuiz,
  type MyQuiz,
  showMyQuiz,
} from "#domain/learning/learning-pages/my-quiz.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { GradedAnswer } from "#domain/learning/quiz-attempts/grade.ts";
import type { Form } from "#oauth/form.ts";
import type { QuizView } from "../views/learn/quiz.ts";
import type { Result } from "../views/learn/quiz-results.ts";
import { sendStaleForm } from "../stale-form.ts";
import { formOf } from "../page-request.ts";
import type { LearnerContext, StartLearnerContext } from "./learner.ts";

interface Address {
  Params: { course: string; lecture: string };
}

type Results = NonNullable<NonNullable<MyQuiz["last"]>["results"]>;

/** Returns undefined if the member has no quiz to answer. */
export async function quizOf({ context }: LearnerContext, place: object, here: string): Promise<QuizView | undefined> {
  const found = await perform(showMyQuiz, context, place);
  if (!found) return undefined;
  const { last, underWay } = found;
  return {
    ...found,
    underWay: underWay && { ...underWay, id: formatId("quizAttempt", underWay.id) },
    last: last && { ...last, results: last.results && last.results.map(resultOf) },
    beginAction: `${here}/quiz`,
    answerAction: `${here}/answers`,
  };
}

export function quizForms(app: FastifyInstance, start: StartLearnerContext, csrfKey: Buffer): void {
  /** POST /learn/{course}/{lecture}/quiz: starts an attempt. */
  app.post<Address>("/learn/:course/:lecture/quiz", (request, reply) =>
    start(request, reply, async (learner) => {
      const { course, lecture } = request.params;
      if (!formOf(learner, csrfKey)) return sendStaleForm(learner, addressOf(request.params));
      await perform(beginMyQuiz, learner.context, { course, lectureId: lecture });
      return reply.redirect(addressOf(request.params), 303);
    }),
  );

  /** POST /learn/{course}/{lecture}/answers: submits an attempt. */
  app.post<Address>("/learn/:course/:lecture/answers", (request, reply) =>
    start(request, reply, async (learner) => {
      const { course, lecture } = request.params;
      const form = formOf(learner, csrfKey);
      if (!form) return sendStaleForm(learner, addressOf(request.params));
      const place = { course, lectureId: lecture };
      const open = (await perform(showMyQuiz, learner.context, place))?.underWay;
      const answers = (open?.questions ?? []).map((question) => answerIn(form, question));
      await perform(answerMyQuiz, learner.context, { ...place, attemptId: form.get("attempt"), answers });
      return reply.redirect(addressOf(request.params), 303);
    }),
  );
}

export const addressOf = ({ course, lecture }: Address["Params"]): string =>
  `/learn/${encodeURIComponent(course)}/${encodeURIComponent(lecture)}`;

function answerIn(form: Form, { id, kind, choices }: AskedQuestion) {
  const of = (choice: { id: string }) => form.get(`q.${id}.${choice.id}`);
  const plain = form.get(`q.${id}`);
  const answer = { questionId: id };
  switch (kind) {
    case "single":
    case "true_false":
      return { ...answer, choiceIds: plain === undefined ? [] : [plain] };
    case "multiple":
      return { ...answer, choiceIds: choices.filter((choice) => of(choice) !== undefined).map((choice) => choice.id) };
    case "ordering": {
      const placed = choices.filter((choice) => of(choice) !== undefined);
      return { ...answer, choiceIds: placed.toSorted((a, b) => Number(of(a)) - Number(of(b))).map((one) => one.id) };
    }
    case "matching":
      return { ...answer, matches: Object.fromEntries(choices.flatMap((one) => (of(one) ? [[one.id, of(one)]] : []))) };
    default:
      return { ...answer, text: plain?.slice(0, 5000) ?? null };
  }
}

/** Describes the given and the correct answer. */
function resultOf({ question, answer }: Results[number]): Result {
  const { promptHtml, explanation, choices, acceptedAnswers, kind } = question;
  const known = new Map(choices.map((choice) => [choice.id, choice.text]));
  const given = givenBy(answer, known);
  const right =
    kind === "matching"
      ? choices.map(({ text, match }) => `${text} – ${match ?? ""}`)
      : kind === "ordering"
        ? choices.map(({ text }) => text)
        : choices.length > 0
          ? choices.filter(({ correct }) => correct).map(({ text }) => text)
          : acceptedAnswers.slice(0, 3);
  return { promptHtml, correct: answer.correct, given, right, explanation };
}

function givenBy({ choiceIds, text, matches }: GradedAnswer, known: ReadonlyMap<string, string>): string[] {
  if (text !== null) return [text];
  const pairs = Object.entries(matches).map(([id, match]) => `${known.get(id) ?? ""} – ${match}`);
  return [...choiceIds.flatMap((id) => known.get(id) ?? []), ...pairs];
}
