import { html, raw } from "hono/html";

import type { CriterionPoints } from "../../../admin/submissions/criteria.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { timestamp } from "../../parts/dates.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { sanitizedHtml } from "../../parts/sanitized-html.ts";
import {
  type Criterion,
  type EarlierSubmission,
  earlierVersions,
  rubric,
  scoreOf,
  submittedWork,
} from "../../parts/submission.ts";
import { badge } from "../../parts/badge.ts";
import { islandHead } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import type { CommentSnippet } from "./comment-snippets.ts";
import { gradeForm, type GradeProblem } from "./grade-form.ts";
import { gradeNotice, type SubmissionNotice, undoForm } from "./grade-notice.ts";
import { type ShownFile, submittedFiles } from "./submitted-files.ts";
import {
  submissionAddress,
  type SubmissionNarrowing,
  submissionPath,
  submissionQuery,
  submissionsAddress,
} from "./submission-addresses.ts";
import { statusOf, studentOf, type SubmissionRowView } from "./submissions.ts";

export type SubmissionPage = {
  submission: SubmissionRowView & {
    version: number;
    text: string | null;
    url: string | null;
    files: readonly ShownFile[];
    score: number | null;
    givenScore: number | null;
    gradedAt: Date | null;
    /** Sanitized when stored. */
    feedbackHtml: string | null;
    isFeedbackOutdated: boolean;
    /** Replaced versions, newest first. */
    earlier: readonly EarlierSubmission[];
  };
  lectureHref: string;
  assignment: {
    /** Sanitized when stored. */
    instructionsHtml: string;
    maxScore: number;
    rubric: readonly Criterion[];
    /** Percentage that is deducted per day late. Null without a penalty. */
    penalty: number | null;
  };
  /** Null if the member may not grade, or the student revises the submission. */
  form: { score: string; criteria: CriterionPoints; feedback: string } | null;
  /** Feedback that could not be sent. */
  unsent?: string | undefined;
  mayGrade: boolean;
  problem: GradeProblem | undefined;
  notice: SubmissionNotice | undefined;
  /** The submission that was graded before this one. Its grade can be changed. */
  last?: string | undefined;
  isLastHeld?: boolean;
  /** A grade that the student does not see: `null` without one. */
  held: { state: "waiting" | "undone" | "refused"; status: "graded" | "returned"; score: number | null } | null;
  snippets: readonly CommentSnippet[];
  /** The submissions before and after this one in the list. */
  previous?: string | undefined;
  next?: string | undefined;
  /** Filters of the list that the page leads back to. */
  narrowing: SubmissionNarrowing;
};

type Text = Catalogue["admin"]["resources"]["submissions"];

/** A submission beside its grade. */
export const submissionPage = (page: AdminPage, view: SubmissionPage): string => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { submission, assignment, lectureHref } = view;
  const { submittedAt, daysLate, status } = submission;
  return adminLayout(page, {
    title: submission.assignment,
    links: islandHead(page),
    problem: view.problem !== undefined,
    content: html`${view.notice && gradeNotice(page, view.notice, view, view.narrowing)} ${ways(text, view)}
      <h1>${foreign(submission.assignment)}</h1>
      <p class="lead">${studentOf(text, submission)}</p>
      <ul class="facts">
        <li>${badge(status, statusOf(text, submission))}</li>
        <li>${fill(text.submittedAt, { time: timestamp(page, submittedAt) })}</li>
        ${daysLate > 0 && html`<li>${fill(text.daysLate, { count: String(daysLate) })}</li>`}
        <li><a href="${lectureHref}">${text.openLecture}</a></li>
      </ul>
      <div class="two-columns grading">
        <div>
          <h2>${text.work}</h2>
          ${work(page, view)} ${earlierVersions(page, submission.earlier, assignment.maxScore)}
          <details class="instructions">
            <summary><span>${text.instructions}</span></summary>
            <div class="reading foreign">${sanitizedHtml(assignment.instructionsHtml)}</div>
          </details>
        </div>
        <div class="side-of-one">${grade(page, view)} ${form(page, view)}</div>
      </div>`,
  });
};

/** Links to the list and to the neighbors in it. */
const ways = (text: Text, { narrowing, previous, next }: SubmissionPage): Markup =>
  html`<ul class="acts ways-of-inbox">
    <li><a href="${submissionsAddress(narrowing)}">${text.back}</a></li>
    ${previous !== undefined && html`<li><a href="${submissionAddress(previous, narrowing)}" rel="prev" data-key="k">${text.previousOne}</a></li>`}
    ${next !== undefined && html`<li><a href="${submissionAddress(next, narrowing)}" rel="next" data-key="j">${text.nextOne}</a></li>`}
  </ul>`;

const work = (page: AdminPage, { submission }: SubmissionPage): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { text: body, url, files } = submission;
  if (submission.isWithdrawn) return html`<p class="prose soft">${text.revised}</p>`;
  if (body === null && url === null && files.length === 0) return html`<p class="prose soft">${text.empty}</p>`;
  return html`${!(body === null && url === null) && submittedWork(page.locale, { text: body, url, files: [] })}
  ${submittedFiles(page.locale, files)}`;
};

/** The current grade and feedback. */
const grade = (page: AdminPage, { submission, assignment }: SubmissionPage): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { status, gradedAt, feedbackHtml, isFeedbackOutdated } = submission;
  const at = status === "returned" ? text.returnedAt : text.gradedAt;
  return html`${
    status !== "submitted" &&
    gradedAt !== null &&
    html`<div class="notice">
      <p>${fill(at, { time: timestamp(page, gradedAt) })}</p>
      ${scoreOf(page.locale, submission, assignment.maxScore)}
    </div>`
  }
  ${
    feedbackHtml &&
    html`<section>
      <h2>${isFeedbackOutdated ? text.earlierFeedback : text.feedback}</h2>
      <div class="reading foreign">${sanitizedHtml(feedbackHtml)}</div>
    </section>`
  }`;
};

const form = (page: AdminPage, view: SubmissionPage): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { submission, assignment, held } = view;
  const isWaiting = held?.state === "waiting" && view.mayGrade;
  const waiting = isWaiting ? heldGrade(page, view, held) : raw("");
  // The form keeps what a person has typed meanwhile.
  const values = isWaiting && view.notice !== "changed" ? null : view.form;
  if (isWaiting && !values) return waiting;
  if (!values) {
    return html`${view.unsent && unsentFeedback(text, view.unsent)} ${rubric(page.locale, assignment.rubric)}
    ${!view.mayGrade && html`<p class="prose soft after">${text.readOnly}</p>`}`;
  }
  return html`${waiting}
    <section>
      <h2>${text.grade}</h2>
      ${held?.state === "refused" && html`<p class="notice grave">${text.heldRefused}</p>`}
      ${gradeForm(page, {
        action: submissionPath(submission.id),
        snippets: view.snippets,
        version: submission.version,
        hidden: submissionQuery(view.narrowing),
        maxScore: assignment.maxScore,
        rubric: assignment.rubric,
        values,
        penalty: submission.daysLate > 0 ? assignment.penalty : null,
        hasNext: view.next !== undefined,
        isFocused: view.last !== undefined && view.problem === undefined,
        problem: view.problem,
      })}
    </section>`;
};

/** Keeps what was written about work that the student has taken back. */
const unsentFeedback = (text: Text, feedback: string): Markup =>
  html`<section>
    <h2>${text.unsent}</h2>
    <p class="foreign work" dir="auto">${feedback}</p>
  </section>`;

/** A grade that can be undone. */
const heldGrade = (
  page: AdminPage,
  { submission, assignment, narrowing }: SubmissionPage,
  { status, score }: NonNullable<SubmissionPage["held"]>,
): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const points = { points: String(score), max: String(assignment.maxScore) };
  return html`<section class="held">
    <h2>${text.grade}</h2>
    <p>${text.heldNow[status]}</p>
    ${score !== null && html`<p>${fill(text.heldPoints, points)}</p>`} ${undoForm(page, submission.id, narrowing)}
  </section>`;
};
