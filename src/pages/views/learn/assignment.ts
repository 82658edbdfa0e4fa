import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { duration, timestamp } from "../parts/dates.ts";
import type { PageContext } from "../parts/page-context.ts";
import { periodOnline } from "../parts/event-times.ts";
import { button, hidden } from "../parts/fields.ts";
import { fill, type Markup } from "../parts/markup.ts";
import { sanitizedHtml } from "../parts/sanitized-html.ts";
import { earlierVersions, rubric, scoreOf, submittedWork } from "../parts/submission.ts";
import type { AssignmentView } from "./assignment-view.ts";
import { workForm } from "./work-form.ts";

/** Assignment with instructions, submission and grade. */
export const assignment = (page: PageContext, csrf: string, view: AssignmentView): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  const { instructionsHtml, maxScore, late } = view;
  if (view.isRemoved) return removed(page, csrf, view);
  const lateness =
    late.kind === "penalty" ? fill(text.penalty, { percent: String(late.percentPerDay) }) : text[late.kind];
  return html`<div class="reading foreign">${sanitizedHtml(instructionsHtml)}</div>
    <ul class="facts quiz-rules" id="work">
      <li>${fill(text.maxScore, { score: String(maxScore) })}</li>
      ${
        !(view.dueDays === null && view.dueAt === null) &&
        html`<li>${dueOf(page, view)}</li>
          <li>${lateness}</li>`
      }
    </ul>
    ${rubric(page.locale, view.rubric)} ${handedIn(page, csrf, view)} ${view.isOpen && workForm(page, csrf, view)}`;
};

/** The work of the student in an assignment that was deleted. An address that was not submitted is not a link yet. */
const removed = (page: PageContext, csrf: string, view: AssignmentView): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  const { submission, typed, draft } = view;
  const isUnsubmitted = draft.savedAt !== null;
  return html`<div class="notice" role="status" id="work"><p>${text.removed}</p></div>
    ${!submission?.isWithdrawn && handedIn(page, csrf, view)}
    ${
      isUnsubmitted &&
      html`<h2>${text.unsubmitted}</h2>
        ${submittedWork(page.locale, { text: [typed.text, typed.url].filter(Boolean).join("\n\n"), url: null, files: draft.files })}`
    }`;
};

const dueOf = (page: PageContext, { dueAt, dueDays }: AssignmentView): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  return dueAt
    ? fill(text.due, { time: periodOnline(page, { startsAt: dueAt, endsAt: null, timeZone: page.timeZone }) })
    : fill(text.dueAfter, { days: duration(page.locale, dueDays ?? 0, "days") });
};

const handedIn = (page: PageContext, csrf: string, view: AssignmentView): Markup => {
  const { submission, maxScore } = view;
  const { assignment: text } = textFor(page.locale).learn;
  if (!submission) return raw("");
  if (submission.isWithdrawn) return takenBack(page, view);
  const { status, submittedAt, text: body, url, files, score, givenScore } = submission;
  return html`<div class="notice" role="status">
      <p>
        ${status !== "submitted" && html`<strong>${text.status[status]}</strong> `}${fill(text.handedInAt, { time: timestamp(page, submittedAt) })}
      </p>
      ${
        status !== "submitted" &&
        submission.gradedAt &&
        html`<p>${fill(text.gradedAt[status], { time: timestamp(page, submission.gradedAt) })}</p>`
      }
      ${scoreOf(page.locale, { score, givenScore }, maxScore)}
    </div>
    ${feedback(page, submission)}
    <h2>${text.yours}</h2>
    ${submittedWork(page.locale, { text: body, url, files })} ${view.canWithdraw && withdrawal(page, csrf, view)}
    ${earlierVersions(page, submission.earlier, maxScore)}`;
};

/** Leads from work that nobody has graded back to the form. */
const withdrawal = (page: PageContext, csrf: string, { action, dueAt }: AssignmentView): Markup => {
  const { withdraw: text } = textFor(page.locale).learn.assignment;
  return html`<details class="withdrawal">
    <summary><span>${text.offer}</span></summary>
    <form method="post" action="${action}" enctype="multipart/form-data" class="stack">
      ${hidden("csrf", csrf)}
      <p>${text.what} ${dueAt ? text.due : ""}</p>
      <div>${button(text.act, { look: "secondary", name: "act", value: "withdraw" })}</div>
    </form>
  </details>`;
};

/** Says that nobody sees the work until it is submitted again. */
const takenBack = (page: PageContext, { submission, isOpen, maxScore }: AssignmentView): Markup => {
  const { withdraw: text } = textFor(page.locale).learn.assignment;
  if (!submission) return raw("");
  return html`<div class="notice" role="status">
      <p><strong>${text.done}</strong> ${isOpen ? text.next : text.over}</p>
    </div>
    ${feedback(page, submission)} ${earlierVersions(page, submission.earlier, maxScore)}`;
};

/** Feedback, marked if it is about an earlier version. */
const feedback = (page: PageContext, submission: NonNullable<AssignmentView["submission"]>): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  const { feedbackHtml, feedbackAt, isFeedbackOutdated } = submission;
  if (!feedbackHtml) return raw("");
  const at = feedbackAt ? timestamp(page, feedbackAt) : html``;
  return html`<h2>${isFeedbackOutdated ? text.earlierFeedback : text.feedback}</h2>
    ${isFeedbackOutdated && html`<p class="prose soft">${fill(text.outdated, { time: at })}</p>`}
    <div class="reading foreign">${sanitizedHtml(feedbackHtml)}</div>`;
};
