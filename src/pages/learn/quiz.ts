import type { FastifyInstance } from "fastify";
import {
  answerMyQuiz,
  type PresentedQuestion,
  beginMyQuiz,
  type MyAttempt,
  listMyAttempts,
  showMyAttempt,
  showMyQuiz,
} from "#domain/learning/learning-pages/my-quiz.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { GradedAnswer } from "#domain/learning/quiz-attempts/grade.ts";
import type { Form } from "#oauth/form.ts";
import { quizAttempt, quizAttempts } from "../views/learn/quiz-attempts.ts";
import type { AttemptView, QuizView } from "../views/learn/quiz.ts";
import { sendPage } from "../responses/send.ts";
import { courseAddress, lectureAddress } from "./addresses.ts";
import type { Result } from "../views/learn/quiz-results.ts";
import { rightAnswersOf, shownAnswer } from "./quiz-solution.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import { formOf } from "../responses/page-request.ts";
import { type LearnerContext, learnerPage, type StartLearnerContext } from "./learner.ts";

interface Address {
  Params: { course: string; lecture: string };
}

type Results = MyAttempt["results"];

/** Returns undefined if the member has no quiz to answer. */
export async function quizOf(
  { context }: LearnerContext,
  lectureInput: object,
  here: string,
): Promise<QuizView | undefined> {
  const found = await perform(showMyQuiz, context, lectureInput);
  if (!found) return undefined;
  const { last, earlier, underWay } = found;
  return {
    ...found,
    underWay: underWay && { ...underWay, id: formatId("quizAttempt", underWay.id) },
    last: last && attemptOf(last),
    earlier: earlier.map(({ id, ...attempt }) => ({ ...attempt, href: attemptAddress(here, id) })).slice(0, maxEarlier),
    allAttempts: earlier.length > maxEarlier ? `${here}/attempts` : null,
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
      const lectureInput = { course, lectureId: lecture };
      const open = (await perform(showMyQuiz, learner.context, lectureInput))?.underWay;
      const answers = (open?.questions ?? []).map((question) => answerIn(form, question));
      await perform(answerMyQuiz, learner.context, { ...lectureInput, attemptId: form.get("attempt"), answers });
      return reply.redirect(addressOf(request.params), 303);
    }),
  );
}

interface AttemptAddress {
  Params: { course: string; lecture: string; attempt: string };
}

interface AttemptsAddress {
  Params: Address["Params"];
  Querystring: { before?: string };
}

const perPage = 20;

/** GET /learn/{course}/{lecture}/attempts and …/attempts/{attempt}: the member's submitted attempts at a quiz. */
export function attemptPages(app: FastifyInstance, start: StartLearnerContext): void {
  app.get<AttemptsAddress>("/learn/:course/:lecture/attempts", (request, reply) =>
    start(request, reply, async (learner) => {
      const { course, lecture } = request.params;
      const before = /^[1-9]\d{0,8}$/.test(request.query.before ?? "") ? Number(request.query.before) : undefined;
      const page = { course, lectureId: lecture, before, limit: perPage };
      const found = await perform(listMyAttempts, learner.context, page);
      const here = lectureAddress(found.courseSlug, found.lectureId);
      const view = {
        course: { href: courseAddress(found.courseSlug), name: found.course },
        lecture: { href: here, title: found.title },
        attempts: found.attempts.map(({ id, ...attempt }) => ({ ...attempt, href: attemptAddress(here, id) })),
        pages: {
          first: before === undefined ? undefined : `${here}/attempts`,
          next: found.nextBefore === null ? undefined : `${here}/attempts?before=${found.nextBefore}`,
        },
      };
      return sendPage(reply, quizAttempts(learnerPage(learner), view));
    }),
  );

  app.get<AttemptAddress>("/learn/:course/:lecture/attempts/:attempt", (request, reply) =>
    start(request, reply, async (learner) => {
      const { course, lecture, attempt: attemptId } = request.params;
      const found = await perform(showMyAttempt, learner.context, { course, lectureId: lecture, attemptId });
      const here = lectureAddress(found.courseSlug, found.lectureId);
      const view = {
        course: { href: courseAddress(found.courseSlug), name: found.course },
        lecture: { href: here, title: found.title },
        attempt: attemptOf(found.attempt),
      };
      return sendPage(reply, quizAttempt(learnerPage(learner), view));
    }),
  );
}

export const addressOf = ({ course, lecture }: Address["Params"]): string =>
  `/learn/${encodeURIComponent(course)}/${encodeURIComponent(lecture)}`;

export function answerIn(form: Form, { id, kind, choices }: PresentedQuestion) {
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

/** Earlier attempts on the page of the lecture. */
const maxEarlier = 10;

const attemptAddress = (here: string, id: string): string => `${here}/attempts/${formatId("quizAttempt", id)}`;

const attemptOf = ({
  scorePercent,
  passed,
  submittedAt,
  attemptNo,
  results,
  showsSolutions,
  decimalMark,
}: MyAttempt): AttemptView => ({
  scorePercent,
  passed,
  submittedAt,
  attemptNo,
  results: results.map((result) => resultOf(result, showsSolutions, decimalMark)),
});

/** Describes the responses answer and, if it is revealed, the correct one. */
export function resultOf(
  { question, answer, reading }: Results[number],
  showsSolutions: boolean,
  decimalMark: MyAttempt["decimalMark"],
): Result {
  const { promptHtml, explanation, choices } = question;
  const responses = responsesTo(answer, new Map(choices.map((choice) => [choice.id, choice.text])));
  const shown = { promptHtml, responses, readAs: reading?.number ?? null, isNoNumber: reading?.isNoNumber ?? false };
  if (!showsSolutions) return { ...shown, solution: null };
  const acceptedAs = reading?.acceptedAs == null ? null : shownAnswer(question, reading.acceptedAs, decimalMark);
  const right = rightAnswersOf(question, decimalMark);
  return {
    ...shown,
    solution: { correct: answer.correct, right, acceptedAs, feedback: feedbackTo(question, answer), explanation },
  };
}

/** The remarks of the teacher on the choices that the student made. */
function feedbackTo({ kind, choices }: Results[number]["question"], { choiceIds }: GradedAnswer) {
  if (kind === "ordering") return [];
  const made = new Set(choiceIds);
  return choices.flatMap(({ id, text, feedback }) => (made.has(id) && feedback ? [{ choice: text, feedback }] : []));
}

function responsesTo({ choiceIds, text, matches }: GradedAnswer, known: ReadonlyMap<string, string>): string[] {
  if (text !== null) return [text];
  const pairs = Object.entries(matches).map(([id, match]) => `${known.get(id) ?? ""} – ${match}`);
  return [...choiceIds.flatMap((id) => known.get(id) ?? []), ...pairs];
}
