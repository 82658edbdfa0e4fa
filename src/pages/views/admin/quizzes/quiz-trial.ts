import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { attemptResult, type AttemptView, lengthIn, quiz, type QuizView } from "../../learn/quiz.ts";
import { type QuizLecture, wayTo } from "./quiz-lecture.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export interface QuizTrialView {
  lecture: QuizLecture;
  /** Address of the editor, for people who may change the quiz. */
  editPath: string | undefined;
  action: string;
  seed: string;
  passPercent: number;
  timeLimitSeconds: number | null;
  questions: NonNullable<QuizView["underWay"]>["questions"];
  decimalMark: QuizView["decimalMark"];
  result: AttemptView | null;
}

/** A quiz as students answer it. Posts the same fields. Nothing is recorded. */
export const quizTrial = (page: AdminPage, view: QuizTrialView): string => {
  const { trial: text } = textFor(page.locale).admin.quizzes;
  const title = fillPlain(text.title, { name: view.lecture.title });
  return adminLayout(page, {
    title,
    ...wayTo(view.lecture),
    crumb: text.crumb,
    content: html`<h1>${title}</h1>
      <p class="lead">${text.intro}</p>
      ${limit(page, view)}
      <ul class="acts">
        ${view.editPath !== undefined && html`<li><a href="${view.editPath}">${text.edit}</a></li>`}
        ${view.result && html`<li><a href="${view.action}">${text.again}</a></li>`}
      </ul>
      ${view.result ? attemptResult(page, view.result) : paper(page, view)}`,
  });
};

const limit = (page: AdminPage, { timeLimitSeconds }: QuizTrialView): Markup => {
  const { trial: text } = textFor(page.locale).admin.quizzes;
  if (timeLimitSeconds === null) return raw("");
  return html`<p class="soft">${fillPlain(text.limit, { length: lengthIn(page.locale, timeLimitSeconds) })}</p>`;
};

const paper = (page: AdminPage, { action, seed, passPercent, questions, decimalMark }: QuizTrialView): Markup =>
  quiz(page, page.csrf, {
    passPercent,
    questionCount: questions.length,
    timeLimitSeconds: null,
    attemptsLeft: null,
    hasLapsed: false,
    underWay: {
      id: seed,
      endsAt: null,
      now: new Date(0),
      questions,
      revision: "",
      savedAt: null,
      unanswered: [],
      elsewhere: null,
      island: undefined,
    },
    last: null,
    earlier: [],
    allAttempts: null,
    onward: null,
    decimalMark,
    beginAction: action,
    answerAction: action,
  });
