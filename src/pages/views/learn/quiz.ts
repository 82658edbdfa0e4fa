import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { type Dated, duration, timestamp } from "../parts/dates.ts";
import { button, hidden } from "../parts/fields.ts";
import { fill, type Markup } from "../parts/markup.ts";
import { type Paper, quizPaper } from "./quiz-paper.ts";
import { quizResults, type Result, verdict } from "./quiz-results.ts";
import type { DecimalMark } from "./question.ts";

/** A submitted attempt. */
export type AttemptView = {
  attemptNo: number;
  scorePercent: number;
  passed: boolean;
  submittedAt: Date;
  results: readonly Result[];
};

/** A submitted attempt in a list, with the URL of its page. */
export type AttemptLink = Omit<AttemptView, "results"> & { href: string };

/** The next lecture, or else the course or the page of its completion. */
export type Onward = {
  to: "next" | "course" | "completion";
  href: string;
  /** True if another button of the page is the next step. */
  isQuiet: boolean;
};

export type QuizView = {
  passPercent: number;
  questionCount: number;
  timeLimitSeconds: number | null;
  /** Null for unlimited attempts. */
  attemptsLeft: number | null;
  hasLapsed: boolean;
  underWay: Paper | null;
  last: AttemptView | null;
  /** Earlier attempts, newest first. */
  earlier: readonly AttemptLink[];
  /** URL of the list of all attempts, if there are more. */
  allAttempts: string | null;
  /** The page after the quiz. Null where nothing follows: in a preview. */
  onward: Onward | null;
  /** Mark before the decimals of typed numbers. */
  decimalMark: DecimalMark;
  beginAction: string;
  /** The page where staff answer the quiz without a record, in place of an attempt. */
  tryPath?: string;
  answerAction: string;
};

/** Quiz: the questions of an open attempt, or the last result with a start button. */
export const quiz = (page: Dated, csrf: string, view: QuizView): Markup =>
  view.underWay
    ? quizPaper(page, { csrf, action: view.answerAction, decimalMark: view.decimalMark }, view.underWay)
    : html`${view.last && outcomeOf(page, view.last)} ${view.last && !view.hasLapsed && onward(page.locale, csrf, view)}
      ${start(page.locale, csrf, view)} ${view.last && quizResults(page.locale, view.last.results)}
      ${earlierAttempts(page, view)}`;

const start = (locale: Locale, csrf: string, view: QuizView): Markup => {
  const { quiz: text } = textFor(locale).learn;
  const { questionCount, passPercent, timeLimitSeconds, attemptsLeft, hasLapsed, last } = view;
  if (hasLapsed) {
    return html`<form method="post" action="${view.beginAction}" class="finish">
      ${hidden("csrf", csrf)}
      <p>${text.lapsed}</p>
      ${button(text.seeResult, { look: "primary" })}
    </form>`;
  }
  const rules: (string | Markup)[] = [
    fill(text.questions, { count: String(questionCount) }),
    fill(text.toPass, { percent: String(passPercent) }),
  ];
  return html`<ul class="facts quiz-rules">
      ${rules.map((rule) => html`<li>${rule}</li>`)}
    </ul>
    ${attemptsLeft !== 0 && html`<p class="attempts">${attemptsAndTime(locale, attemptsLeft, timeLimitSeconds)}</p>`}
    ${
      view.tryPath !== undefined
        ? html`<p class="finish"><a class="button primary" href="${view.tryPath}">${text.tryOut}</a></p>`
        : attemptsLeft === 0
          ? !isPassed(view) && html`<p>${text.noneLeft}</p>`
          : !last &&
            html`<form method="post" action="${view.beginAction}" class="finish">
              ${hidden("csrf", csrf)} ${button(text.begin, { look: "primary" })}
            </form>`
    }`;
};

/** The next step after a result: on if the quiz is passed, another attempt if not. The other one is quieter. */
const onward = (locale: Locale, csrf: string, view: QuizView): Markup => {
  const { quiz: text } = textFor(locale).learn;
  const mayRetry = view.attemptsLeft !== 0 && view.tryPath === undefined;
  const isRetryNext = mayRetry && !isPassed(view);
  const again = mayRetry
    ? html`<form method="post" action="${view.beginAction}">
        ${hidden("csrf", csrf)} ${button(text.again, { look: isRetryNext ? "primary" : "secondary" })}
      </form>`
    : raw("");
  if (!view.onward) return html`<div class="finish">${again}</div>`;
  const look = isRetryNext || view.onward.isQuiet ? "secondary" : "primary";
  const link = html`<a class="button ${look}" href="${view.onward.href}">${labelOf(locale, view.onward)}</a>`;
  return html`<div class="finish onward">${isRetryNext ? html`${again} ${link}` : html`${link} ${again}`}</div>`;
};

const labelOf = (locale: Locale, { to }: Onward): string => {
  const { learn, completion } = textFor(locale);
  return { next: learn.lecture.next, course: completion.back, completion: completion.open }[to];
};

/** One sentence about the attempts that are left, and their time. */
const attemptsAndTime = (locale: Locale, left: number | null, seconds: number | null): Markup => {
  const { attempts: text } = textFor(locale).work;
  const length = seconds === null ? "" : lengthIn(locale, seconds);
  if (left === null) return seconds === null ? html`${text.free}` : fill(text.timed, { length });
  const { one, other } = seconds === null ? text.some : text.both;
  return fill(left === 1 ? one : other, { count: String(left), length });
};

const isPassed = ({ last, earlier }: QuizView): boolean => [last, ...earlier].some((attempt) => attempt?.passed);

export const lengthIn = (locale: Locale, seconds: number): string =>
  seconds % 60 === 0 ? duration(locale, seconds / 60, "minutes") : duration(locale, seconds, "seconds");

const earlierAttempts = (page: Dated, { earlier, allAttempts }: QuizView): Markup => {
  const { quiz: text } = textFor(page.locale).learn;
  if (earlier.length === 0) return raw("");
  return html`<h2>${text.earlier}</h2>
    ${attemptList(page, earlier)}
    ${allAttempts !== null && html`<p class="ways"><a href="${allAttempts}">${text.allAttempts}</a></p>`}`;
};

/** Attempts with score and date, each with a link to its page. */
export const attemptList = (page: Dated, attempts: readonly AttemptLink[]): Markup => {
  const { quiz: text } = textFor(page.locale).learn;
  return html`<ul class="rows">
    ${attempts.map(({ href, attemptNo, scorePercent, passed, submittedAt }) => {
      const values = { percent: String(scorePercent), time: timestamp(page, submittedAt) };
      return html`<li class="row">
        <div>
          <a href="${href}">${fill(text.attempt, { number: String(attemptNo) })}</a>
          <p class="soft">${fill(text.score, values)}</p>
        </div>
        <p class="here">${passed ? text.passed : text.failed}</p>
      </li>`;
    })}
  </ul>`;
};

/** Result of an attempt with the given answers. */
export const attemptResult = (page: Dated, last: AttemptView): Markup =>
  html`${outcomeOf(page, last)} ${quizResults(page.locale, last.results)}`;

const outcomeOf = (page: Dated, { scorePercent, passed, submittedAt }: AttemptView): Markup => {
  const { quiz: text } = textFor(page.locale).learn;
  const values = { percent: String(scorePercent), time: timestamp(page, submittedAt) };
  return html`<div class="outcome ${passed ? "correct" : "incorrect"}" role="status">
    ${verdict(passed, passed ? text.passed : text.failed)}
    <p>${fill(text.score, values)}</p>
  </div>`;
};
