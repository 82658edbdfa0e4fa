import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { pager, type Pages } from "../parts/pager.ts";
import { type AttemptLink, attemptList, attemptResult, type AttemptView } from "./quiz.ts";

type OfQuiz = {
  course: { href: string; name: string };
  lecture: { href: string; title: string };
};

type Page = PageContext & { member: Person };

/** Page of one submitted attempt with the student's answers. */
export const quizAttempt = (page: Page, view: OfQuiz & { attempt: AttemptView }): string => {
  const { quiz: text } = textFor(page.locale).learn;
  const number = String(view.attempt.attemptNo);
  return layout(page, {
    title: fillPlain(text.attemptOf, { number, quiz: view.lecture.title }),
    content: html`${back(view)}
      <h1>${fill(text.attempt, { number })}</h1>
      ${attemptResult(page, view.attempt)}`,
  });
};

/** All submitted attempts at a quiz, newest first. */
export const quizAttempts = (page: Page, view: OfQuiz & { attempts: readonly AttemptLink[]; pages: Pages }): string => {
  const { quiz: text } = textFor(page.locale).learn;
  return layout(page, {
    title: fillPlain(text.attemptsOf, { quiz: view.lecture.title }),
    content: html`${back(view)}
      <h1>${text.allAttempts}</h1>
      ${view.attempts.length === 0 ? html`<p class="prose soft">${text.noAttempts}</p>` : attemptList(page, view.attempts)}
      ${pager(page.locale, text.allAttempts, view.pages)}`,
  });
};

const back = ({ course, lecture }: OfQuiz): Markup =>
  html`<p class="back"><a href="${course.href}">${foreign(course.name)}</a></p>
    <p class="back"><a href="${lecture.href}">${foreign(lecture.title)}</a></p>`;
