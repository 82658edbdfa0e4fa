import { html } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { sanitizedHtml } from "../parts/sanitized-html.ts";
import { howTo } from "./how-to.ts";
import { lengthIn } from "./quiz.ts";
import type { DecimalMark, Question } from "./question.ts";

export type QuizPreview = {
  passPercent: number;
  /** Null for unlimited attempts. */
  attemptsAllowed: number | null;
  timeLimitSeconds: number | null;
  decimalMark: DecimalMark;
  questions: readonly (Pick<Question, "kind" | "comparison" | "promptHtml" | "points"> & {
    choices: readonly { text: string }[];
    /** Correct answers as text, in order. */
    right: readonly string[];
    explanation: string | null;
  })[];
};

/** Quiz as staff sees it: the rules, and the questions with their answers. */
export const quizPreview = (locale: Locale, view: QuizPreview): Markup => {
  const { quiz: text } = textFor(locale).learn;
  const { questions, passPercent, timeLimitSeconds, attemptsAllowed } = view;
  const rules = [
    fill(text.questions, { count: String(questions.length) }),
    fill(text.toPass, { percent: String(passPercent) }),
    ...(timeLimitSeconds === null ? [] : [fill(text.timeLimit, { length: lengthIn(locale, timeLimitSeconds) })]),
    ...(attemptsAllowed === null ? [] : [fill(text.attemptsAllowed, { count: String(attemptsAllowed) })]),
  ];
  return html`<ul class="facts quiz-rules">
      ${rules.map((rule) => html`<li>${rule}</li>`)}
    </ul>
    <h2>${text.solutions}</h2>
    <ol class="questions">
      ${questions.map((question) => html`<li>${solved(locale, question, view.decimalMark)}</li>`)}
    </ol>`;
};

const solved = (locale: Locale, question: QuizPreview["questions"][0], decimalMark: DecimalMark): Markup => {
  const { quiz: text } = textFor(locale).learn;
  const { kind, promptHtml, choices, right, explanation } = question;
  const chooses = kind === "single" || kind === "multiple" || kind === "true_false";
  return html`<div class="reading foreign">${sanitizedHtml(promptHtml)}</div>
    <p class="hint">${howTo(locale, question, decimalMark)}</p>
    ${chooses && html`<p>${list(choices.map((choice) => choice.text))}</p>`}
    <p>${fill(text.right, { answer: list(right) })}</p>
    ${explanation && html`<p class="soft foreign">${explanation}</p>`}`;
};

const list = (answers: readonly string[]): Markup => foreign(answers.join(" · "));
