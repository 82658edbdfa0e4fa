import { html, raw } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { sanitizedHtml } from "../../parts/sanitized-html.ts";
import {
  type Criterion,
  type EarlierSubmission,
  earlierVersions,
  rubric,
  scoreOf,
  type SubmittedFile,
  submittedWork,
} from "../../parts/submission.ts";
import { textArea, textField } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import {
  studentOf,
  submissionsAddress,
  type SubmissionNarrowing,
  type SubmissionNotice,
  submissionQuery,
  type SubmissionRowView,
} from "./submissions.ts";

/** The wrong field of a grade. */
export type GradeProblem = "missing" | "points" | "feedback";

export type SubmissionPage = {
  submission: SubmissionRowView & {
    version: number;
    text: string | null;
    url: string | null;
    files: readonly SubmittedFile[];
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
  form: { score: string; feedback: string } | null;
  mayGrade: boolean;
  problem: GradeProblem | undefined;
  notice: SubmissionNotice | undefined;
  /** Filters of the list that the page leads back to. */
  narrowing: SubmissionNarrowing;
};

const { path } = adminSections.submissions;

/** A submission with its grade. Posts `act` (grade or return), `version`, `score` and `feedback`. */
export const submissionPage = (page: AdminPage, view: SubmissionPage): string => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { submission, assignment, lectureHref } = view;
  const { submittedAt, daysLate } = submission;
  return adminLayout(page, {
    title: submission.assignment,
    problem: view.problem !== undefined,
    content: html`${view.notice ? notice(text.notice[view.notice]) : raw("")}
      <p class="back"><a href="${submissionsAddress(view.narrowing)}">${text.back}</a></p>
      <h1>${foreign(submission.assignment)}</h1>
      <p class="lead">${studentOf(text, submission)}</p>
      <ul class="facts">
        <li>${text.status[submission.status]}</li>
        <li>${fill(text.submittedAt, { time: timestamp(page, submittedAt) })}</li>
        ${daysLate > 0 ? html`<li>${fill(text.daysLate, { count: String(daysLate) })}</li>` : raw("")}
        <li><a href="${lectureHref}">${text.openLecture}</a></li>
      </ul>
      <h2>${text.work}</h2>
      ${work(page, view)} ${rubric(page.locale, assignment.rubric)} ${grade(page, view)} ${form(page, view)}
      ${earlierVersions(page, submission.earlier, assignment.maxScore)}
      <h2>${text.instructions}</h2>
      <div class="reading foreign">${sanitizedHtml(assignment.instructionsHtml)}</div>`,
  });
};

const work = (page: AdminPage, { submission }: SubmissionPage): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { text: body, url, files } = submission;
  return body === null && url === null && files.length === 0
    ? html`<p class="prose soft">${text.empty}</p>`
    : submittedWork(page.locale, submission);
};

/** The current grade and feedback. */
const grade = (page: AdminPage, { submission, assignment }: SubmissionPage): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { status, gradedAt, feedbackHtml, isFeedbackOutdated } = submission;
  const at = status === "returned" ? text.returnedAt : text.gradedAt;
  return html`${
    status === "submitted" || gradedAt === null
      ? raw("")
      : html`<div class="notice">
          <p>${fill(at, { time: timestamp(page, gradedAt) })}</p>
          ${scoreOf(page.locale, submission, assignment.maxScore)}
        </div>`
  }
  ${
    feedbackHtml
      ? html`<h2>${isFeedbackOutdated ? text.earlierFeedback : text.feedback}</h2>
          <div class="reading foreign">${sanitizedHtml(feedbackHtml)}</div>`
      : raw("")
  }`;
};

const form = (page: AdminPage, view: SubmissionPage): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { submission, assignment, form: fields, problem: kind, narrowing } = view;
  if (!fields) return view.mayGrade ? raw("") : html`<p class="prose soft after">${text.readOnly}</p>`;
  const max = String(assignment.maxScore);
  const message = kind && fillPlain(text.problems[kind], { max });
  const penalty = assignment.penalty === null ? "" : fillPlain(text.penalty, { percent: String(assignment.penalty) });
  const hint = [fillPlain(text.pointsHint, { max }), submission.daysLate > 0 ? penalty : ""].join(" ").trim();
  return html`<h2>${text.grade}</h2>
    <form method="post" action="${path}/${submission.id}#problem" class="stack">
      ${hidden("csrf", page.csrf)} ${hidden("version", String(submission.version))}
      ${Object.entries(submissionQuery(narrowing)).map(([name, value]) => hidden(name, value))}
      ${message ? problem("problem", message) : raw("")}
      ${textField({
        name: "score",
        label: text.points,
        hint,
        value: fields.score,
        maxLength: 12,
        problem: kind === "feedback" ? undefined : message,
      })}
      ${textArea({
        name: "feedback",
        label: text.feedback,
        hint: text.feedbackHint,
        value: fields.feedback,
        rows: 8,
        problem: kind === "feedback" ? message : undefined,
      })}
      <div class="actions">
        ${button(text.save, { look: "primary", name: "act", value: "grade" })}
        ${button(text.return, { look: "secondary", name: "act", value: "return" })}
      </div>
    </form>`;
};
