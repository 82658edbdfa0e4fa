import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { type Dated, timestamp, writtenAt } from "../parts/dates.ts";
import { discussion } from "../parts/discussion.ts";
import type { DiscussionView } from "../parts/discussion-view.ts";
import { button, hidden } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { periodOnline } from "../parts/event-times.ts";
import { sanitizedHtml } from "../parts/sanitized-html.ts";
import { assignment } from "./assignment.ts";
import type { AssignmentView } from "./assignment-view.ts";
import { attachments, type Attachment } from "./attachments.ts";
import { courseOutline, type CourseOutline } from "./course-outline.ts";
import { lockText, type Lock } from "./outline.ts";
import { media, type Media } from "./media.ts";
import { lectureNotes, type LectureNotesView } from "./notes/lecture-notes.ts";
import { quiz, type QuizView } from "./quiz.ts";
import { studentModule } from "../parts/student-islands.ts";
import { type StartForm, startForm } from "./start-form.ts";
import { quizPreview, type QuizPreview } from "./quiz-preview.ts";

export type LecturePage = {
  csrf: string;
  course: { href: string; name: string; language: string };
  section: string;
  sectionId: string;
  title: string;
  outline: CourseOutline;
  lock: Lock | null;
  /** Null if the member has started the course, or no membership includes it. */
  start: StartForm | null;
  media: Media | null;
  live: { startsAt: Date; endsAt: Date | null; url: string } | null;
  /** Sanitized when stored. */
  bodyHtml: string | null;
  attachments: readonly Attachment[];
  quiz: QuizView | null;
  /** The quiz for staff, who does not answer it. */
  quizPreview: QuizPreview | null;
  assignment: AssignmentView | null;
  /** Null if progress is not tracked. */
  toComplete: ToComplete | null;
  completedAt: Date | null;
  /** Action of the completion form. */
  doneAction: string;
  /** The submissions to grade, for staff. Null if the lecture is not an assignment. */
  submissionsHref: string | null;
  /** Null if the lecture has no discussion. */
  discussion: DiscussionView | null;
  /** The member's private notes. Null if the lecture is locked, and for staff who see the page as the member. */
  notes: LectureNotesView | null;
  /** Page of the completed course. Null until then. */
  completion: string | null;
  /** Title of the section that the member has just completed. */
  completedSection: string | null;
  previous: Neighbor | null;
  next: Neighbor | null;
  /** True if the policy of the page permits the module for what students write. */
  hasModule?: boolean;
  /** Above a preview for staff, in which no form can be submitted. */
  preview?: Markup;
};

/** The condition on which a lecture is completed. */
export type ToComplete = {
  way: keyof Catalogue["learn"]["lecture"]["asks"];
  /** Percentage to watch or to listen to. */
  percent?: number;
  /** True if students can mark the lecture as done. */
  isMarked: boolean;
};

type Neighbor = { href: string; title: string; lock: Lock | null };

/** Lecture page: content, completion and navigation. */
export const lecture = (page: PageContext & { member: Person }, view: LecturePage): string => {
  const { lecture: text } = textFor(page.locale).learn;
  const { course, section, title, lock, bodyHtml } = view;
  return layout(page, {
    title,
    width: "lecture",
    problem: view.discussion?.refused !== undefined,
    beside: courseOutline(page, view.course, view.outline),
    content: html`${view.preview} ${steps(page, view)}
      <div id="section-done" data-section="${view.sectionId}">
        ${view.completedSection !== null && sectionDone(page.locale, view.completedSection)}
      </div>
      <p class="folio">${foreign(section)}</p>
      <h1>${foreign(title)}</h1>
      ${
        lock
          ? html`<div class="notice">
              ${
                lock.kind === "enrollment"
                  ? html`<p><strong>${lockText(page, lock)}</strong></p>
                      <p><a href="${course.href}">${textFor(page.locale).learn.course.about}</a></p>`
                  : html`<p><strong>${text.lockedTitle}</strong> · ${lockText(page, lock)}</p>`
              }
            </div>`
          : html`${view.start && startForm(page.locale, view.start)} ${view.live && liveSession(page, view.live)}
            ${view.media && media(page.locale, title, view.media)}
            ${bodyHtml && html`<div class="reading foreign" lang="${course.language}">${sanitizedHtml(bodyHtml)}</div>`}
            ${attachments(page.locale, view.attachments)}
            ${view.preview ? html`<fieldset class="bare" disabled>${work(page, view)}</fieldset>` : work(page, view)}`
      }
      <div id="reached">${view.completion && reached(page.locale, view.completion)}</div>
      ${around(page, view)} ${view.notes && lectureNotes(page, view.notes)} ${view.hasModule && studentModule(page)}
      ${view.discussion && discussion(page.locale, view.discussion, writtenAt(page, view.discussion))}`,
  });
};

/** The work of students in a lecture. */
const work = (page: PageContext, view: LecturePage): Markup =>
  html`${view.quiz && quiz(page, view.csrf, view.quiz)}
  ${view.quizPreview && quizPreview(page.locale, view.quizPreview)}
  ${view.assignment && assignment(page, view.csrf, view.assignment)} ${toGrade(page, view)} ${done(page, view)}`;

const liveSession = (page: PageContext, { startsAt, endsAt, url }: NonNullable<LecturePage["live"]>): Markup => {
  const { lecture: text } = textFor(page.locale).learn;
  return html`<div class="notice">
    <p>
      <strong>${fill(text.liveAt, { time: periodOnline(page, { startsAt, endsAt, timeZone: page.timeZone }) })}</strong>
    </p>
    <p><a href="${url}" rel="noopener noreferrer">${text.joinLive}</a></p>
  </div>`;
};

const toGrade = ({ locale }: PageContext, { submissionsHref }: LecturePage): Markup =>
  submissionsHref === null
    ? raw("")
    : html`<p class="after">
        <a href="${submissionsHref}">${textFor(locale).admin.resources.submissions.toGrade}</a>
      </p>`;

const done = (page: PageContext, view: LecturePage): Markup => {
  const { toComplete } = view;
  if (toComplete === null) return raw("");
  return html`<div id="finish">${finish(page, view, toComplete)}</div>`;
};

const finish = (page: PageContext, view: LecturePage, toComplete: ToComplete): Markup => {
  const { csrf, completedAt, doneAction, next } = view;
  const { lecture: text } = textFor(page.locale).learn;
  const { way, percent = 0, isMarked } = toComplete;
  const state = completedAt
    ? html`<p class="state" role="status" data-done>${fill(text.done, { time: timestamp(page, completedAt) })}</p>`
    : html`<p class="soft">${fill(text.asks[way], { percent: String(percent) })}</p>`;
  if (!isMarked) return html`<div class="finish">${state}</div>`;
  return html`<form method="post" action="${doneAction}" class="finish">
    ${hidden("csrf", csrf)} ${hidden("done", completedAt ? "no" : "yes")} ${state}
    ${
      completedAt
        ? button(text.undo, { look: "plain" })
        : next
          ? button(text.doneAndNext, { look: "primary", name: "go_to", value: "next" })
          : button(text.markDone, { look: "primary" })
    }
  </form>`;
};

/** Leads to the page of the completed course. */
const reached = (locale: Locale, href: string): Markup => {
  const { completion: text } = textFor(locale);
  return html`<p class="reached"><span class="state">${text.reached}</span> <a href="${href}">${text.open}</a></p>`;
};

const sectionDone = (locale: Locale, section: string): Markup =>
  html`<p class="reached" role="status">
    <span class="state">${fill(textFor(locale).completion.section, { section: foreign(section) })}</span>
  </p>`;

/** The course, and the lectures before and after, above the content. */
const steps = (page: PageContext, { course, previous, next }: LecturePage): Markup => {
  const { lecture: text } = textFor(page.locale).learn;
  return html`<nav class="neighbors" aria-label="${text.steps.label}">
    <p class="back"><a href="${course.href}">${foreign(course.name)}</a></p>
    <p id="steps">${step(text.steps.previous, previous, "prev")} ${step(text.steps.next, next, "next")}</p>
  </nav>`;
};

/** Locked lectures are named below the content, with what they need. */
const step = (label: string, to: Neighbor | null, rel: "prev" | "next"): Markup =>
  to === null || to.lock
    ? raw("")
    : html`<a class="step ${rel}" rel="${rel}" href="${to.href}"
        >${label}<span class="hidden">: ${foreign(to.title)}</span></a
      >`;

const around = (page: PageContext, { previous, next }: LecturePage): Markup => {
  const { lecture: text } = textFor(page.locale).learn;
  if (!previous && !next) return raw("");
  return html`<nav id="around" class="around" aria-label="${text.around}">
    ${neighbor(page, text.previous, previous)} ${neighbor(page, text.next, next)}
  </nav>`;
};

const neighbor = (page: Dated, label: string, lecture: Neighbor | null): Markup => {
  if (!lecture) return raw("");
  const { href, title, lock } = lecture;
  const name = html`<span class="soft">${label}</span> ${foreign(title)}`;
  return lock
    ? html`<p class="locked">${name} <span class="soft">${lockText(page, lock)}</span></p>`
    : html`<a href="${href}">${name}</a>`;
};
