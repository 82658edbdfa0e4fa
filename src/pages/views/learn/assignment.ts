import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { type Dated, duration, timestamp } from "../parts/dates.ts";
import { button, hidden, problem } from "../parts/fields.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { sanitizedHtml } from "../parts/sanitized-html.ts";
import {
  type Criterion,
  type EarlierSubmission,
  earlierVersions,
  rubric,
  scoreOf,
  type SubmittedFile,
  submittedWork,
} from "../parts/submission.ts";

export type AssignmentView = {
  /** Sanitized when stored. */
  instructionsHtml: string;
  maxScore: number;
  rubric: readonly Criterion[];
  dueAt: Date | null;
  /** Days from the start of access. Shown to staff, for whom there is no date. */
  dueDays: number | null;
  late: { kind: "accept" } | { kind: "refuse" } | { kind: "penalty"; percentPerDay: number };
  asks: { text: boolean; url: boolean; files: boolean };
  submission: {
    status: "submitted" | "graded" | "returned";
    submittedAt: Date;
    text: string | null;
    url: string | null;
    files: readonly (SubmittedFile & { id: string })[];
    score: number | null;
    givenScore: number | null;
    feedbackHtml: string | null;
    gradedAt: Date | null;
    feedbackAt: Date | null;
    /** True if the feedback is about an earlier version. */
    isFeedbackOutdated: boolean;
    /** Replaced versions, newest first. */
    earlier: readonly EarlierSubmission[];
  } | null;
  /** True if submissions are open. */
  isOpen: boolean;
  /** Rejected part: the content, the number or size of files, or an invalid file. */
  problem: "words" | "files" | "media" | null;
  typed: { text: string; url: string };
  action: string;
};

/** Assignment with instructions, submission and grade. */
export const assignment = (page: Dated, csrf: string, view: AssignmentView): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  const { instructionsHtml, maxScore, late } = view;
  const lateness =
    late.kind === "penalty" ? fill(text.penalty, { percent: String(late.percentPerDay) }) : text[late.kind];
  return html`<div class="reading foreign">${sanitizedHtml(instructionsHtml)}</div>
    <ul class="facts quiz-rules">
      <li>${fill(text.maxScore, { score: String(maxScore) })}</li>
      ${
        view.dueDays === null
          ? raw("")
          : html`<li>${dueOf(page, view)}</li>
              <li>${lateness}</li>`
      }
    </ul>
    ${rubric(page.locale, view.rubric)} ${handedIn(page, view)} ${view.isOpen ? form(page.locale, csrf, view) : raw("")}`;
};

const dueOf = (page: Dated, { dueAt, dueDays }: AssignmentView): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  return dueAt
    ? fill(text.due, { time: timestamp(page, dueAt) })
    : fill(text.dueAfter, { days: duration(page.locale, dueDays ?? 0, "days") });
};

const handedIn = (page: Dated, { submission, maxScore }: AssignmentView): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  if (!submission) return raw("");
  const { status, submittedAt, text: body, url, files, score, givenScore } = submission;
  return html`<div class="notice" role="status">
      <p><strong>${text.status[status]}</strong> ${fill(text.handedInAt, { time: timestamp(page, submittedAt) })}</p>
      ${
        status !== "submitted" && submission.gradedAt
          ? html`<p>${fill(text.gradedAt[status], { time: timestamp(page, submission.gradedAt) })}</p>`
          : raw("")
      }
      ${scoreOf(page.locale, { score, givenScore }, maxScore)}
    </div>
    ${feedback(page, submission)}
    <h2>${text.yours}</h2>
    ${submittedWork(page.locale, { text: body, url, files })} ${earlierVersions(page, submission.earlier, maxScore)}`;
};

/** Feedback, marked if it is about an earlier version. */
const feedback = (page: Dated, submission: NonNullable<AssignmentView["submission"]>): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  const { feedbackHtml, feedbackAt, isFeedbackOutdated } = submission;
  if (!feedbackHtml) return raw("");
  const at = feedbackAt ? timestamp(page, feedbackAt) : html``;
  return html`<h2>${isFeedbackOutdated ? text.earlierFeedback : text.feedback}</h2>
    ${isFeedbackOutdated ? html`<p class="prose soft">${fill(text.outdated, { time: at })}</p>` : raw("")}
    <div class="reading foreign">${sanitizedHtml(feedbackHtml)}</div>`;
};

/** Focuses the problem, which is far down the page. */
const form = (locale: Locale, csrf: string, view: AssignmentView): Markup => {
  const { assignment: text } = textFor(locale).learn;
  const { asks, submission, action, problem: kind, typed } = view;
  const invalid = kind === "words" ? raw(' aria-describedby="problem" aria-invalid="true"') : raw("");
  return html`<form method="post" action="${action}#problem" enctype="multipart/form-data" class="quiz">
    ${hidden("csrf", csrf)} ${kind ? problem("problem", text.problems[kind]) : raw("")}
    ${
      asks.text
        ? html`<div class="field">
            <label for="text">${text.text}</label>
            <textarea id="text" name="text" rows="10" maxlength="6000" ${invalid}>${typed.text}</textarea>
          </div>`
        : raw("")
    }
    ${
      asks.url
        ? html`<div class="field">
            <label for="url">${text.url}</label>
            <input id="url" name="url" type="url" autocomplete="off" maxlength="2000" value="${typed.url}" ${invalid} />
          </div>`
        : raw("")
    }
    ${asks.files ? chosen(locale, view) : raw("")} ${button(submission ? text.again : text.handIn, { look: "primary" })}
  </form>`;
};

/** Files of a returned submission, kept unless deselected. */
const chosen = (locale: Locale, { submission, problem: kind }: AssignmentView): Markup => {
  const { assignment: text } = textFor(locale).learn;
  const kept = submission?.files ?? [];
  const isWrong = kind === "files" || kind === "media";
  return html`${
      kept.length > 0
        ? html`<fieldset>
            <legend>${text.keep}</legend>
            ${kept.map(
              ({ id, filename }, index) =>
                html`<div class="choice">
                  <label>
                    <input type="checkbox" name="keep.${index}" value="${id}" checked />
                    <span>${foreign(filename)}</span>
                  </label>
                </div>`,
            )}
          </fieldset>`
        : raw("")
    }
    <div class="field">
      <label for="files">${kept.length > 0 ? text.moreFiles : text.files}</label>
      <input
        id="files"
        name="files"
        type="file"
        multiple
        aria-describedby="files-hint${isWrong ? " problem" : ""}"
        ${isWrong ? raw('aria-invalid="true"') : raw("")}
      />
      <p id="files-hint" class="hint">${text.filesHint}</p>
    </div>`;
};
