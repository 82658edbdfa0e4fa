import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { day, timestamp } from "../parts/dates.ts";
import { notice } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { keepCourse, type KeepView } from "./kept/island.ts";
import { included } from "./my-courses.ts";
import { type ReviewOnCourse, reviewOnCourse } from "./my-review.ts";
import { searchForm } from "./notes/my-notes.ts";
import { outline, type OutlineSection } from "./outline.ts";
import { type StartForm, startForm } from "./start-form.ts";
import { progressBar } from "./durations.ts";

export type CoursePage = {
  name: string;
  subtitle: string | null;
  coverUrl: string | null;
  /** Enrollment status, or null without an enrollment. */
  enrollmentStatus: "scheduled" | "active" | "completed" | "expired" | null;
  startsAt: Date | null;
  expiresAt: Date | null;
  /** The membership that gives the course, and its end if it does not renew. */
  includedIn?: { name: string; endsAt: Date | null } | null;
  isStaff: boolean;
  isPublished: boolean;
  /** Keeps the course on a device. Null if the member cannot. */
  keep: KeepView | null;
  /** Page with the discussions of all lectures. Null if the course has none, or the member takes no part. */
  discussion: string | null;
  /** URL of the public course page, or null if it is not public. */
  about: string | null;
  completed: number;
  total: number;
  sections: readonly OutlineSection[];
  /** Next lecture, or null if all available lectures are completed. */
  next: { href: string; title: string } | null;
  /** Set if the member has to start the course, which their membership includes. */
  start: StartForm | null;
  hasBegun: boolean;
  /** Page of the completed course. Null until then. */
  completion: string | null;
  /** Valid certificate of the member. */
  certificate: { href: string; issuedAt: Date } | null;
  review: ReviewOnCourse;
  /** Page of the member's notes in the course. */
  notes: string;
  /** Page that searches in the course. */
  search: string;
};

/** Course page of a member: outline, progress and next lecture. */
export const courseOfMember = (page: PageContext & { member: Person }, view: CoursePage): string => {
  const { learn: text } = textFor(page.locale);
  const { name, subtitle, sections, completed, total, enrollmentStatus } = view;
  return layout(page, {
    title: name,
    content: html`<div class="with-side">
      <div>
        <p class="back"><a href="/learn">${text.title}</a></p>
        <h1>${foreign(name)}</h1>
        ${subtitle && html`<p class="lead foreign">${subtitle}</p>`} ${statusOf(page, view)}
        ${enrollmentStatus && enrollmentStatus !== "scheduled" && progressBar(text.progress, { completed, total }, name)}
        ${wayOn(page, view)}
        ${view.completion && html`<p class="after"><a class="button primary" href="${view.completion}">${textFor(page.locale).completion.open}</a></p>`}
        ${view.certificate && certificateLink(page, view.certificate)} ${ways(page, view)}
        <h2>${text.course.outline}</h2>
        ${sections.length === 0 ? html`<p class="prose soft">${text.course.empty}</p>` : outline(page, sections)}
      </div>
      <div class="side">
        ${view.coverUrl && html`<img class="side-cover" src="${view.coverUrl}" alt="" loading="lazy" />`}
        ${searchForm(view.search, "", textFor(page.locale).notes.inCourse.title, textFor(page.locale).notes.submit)}
        ${view.keep && keepCourse(page.locale, view.keep)} ${reviewOnCourse(page, view.review)}
      </div>
    </div>`,
  });
};

/** Links to the discussions and to the public page. */
const ways = ({ locale }: PageContext, { discussion, notes, about }: CoursePage): Markup => {
  const text = textFor(locale);
  const links = [
    [discussion, text.discussion.course.title],
    [notes, text.notes.ofCourse],
    [about, text.learn.course.about],
  ] as const;
  const shown = links.flatMap(([href, label]) => (href === null ? [] : html`<a href="${href}">${label}</a>`));
  return shown.length === 0
    ? raw("")
    : html`<p class="ways">${shown.map((link, index) => html`${index === 0 ? "" : " · "}${link}`)}</p>`;
};

const statusOf = (page: PageContext, view: CoursePage): Markup => {
  const { learn: text } = textFor(page.locale);
  const { enrollmentStatus, startsAt, expiresAt, isStaff, isPublished } = view;
  const draft = isPublished ? raw("") : html`<p class="prose soft">${text.course.draft}</p>`;
  if (enrollmentStatus === "scheduled" && startsAt) {
    return html`${draft}
      <p class="prose">${fill(text.course.scheduled, { time: timestamp(page, startsAt) })}</p>`;
  }
  if (enrollmentStatus === "active" || enrollmentStatus === "completed") {
    const until = view.includedIn
      ? included(page, view.includedIn)
      : expiresAt
        ? fill(text.openUntil, { time: timestamp(page, expiresAt) })
        : html`${text.lifetime}`;
    return html`${draft}
      <p class="prose soft">
        ${enrollmentStatus === "completed" ? html`<strong>${text.completed}</strong> · ` : ""}${until}
      </p>`;
  }
  if (isStaff)
    return html`${draft}
      <p class="prose soft">${text.course.staff}</p>`;
  return notice(enrollmentStatus === "expired" ? text.course.notEnrolledExpired : text.course.notEnrolled);
};

const wayOn = (
  { locale }: PageContext,
  { next, start, hasBegun, enrollmentStatus, isStaff, sections }: CoursePage,
): Markup => {
  const { course: text } = textFor(locale).learn;
  const isIn = enrollmentStatus === "active" || enrollmentStatus === "completed";
  if (start) return startForm(locale, start);
  if (next && (isIn || isStaff)) {
    const label = fill(hasBegun ? text.goOn : text.start, { lecture: foreign(next.title) });
    return html`<p class="after">
      <a class="button primary" href="${next.href}"><span>${label}</span></a>
    </p>`;
  }
  return isIn && sections.length > 0 ? html`<p class="prose after">${text.allDone}</p>` : raw("");
};

const certificateLink = (page: PageContext, { href, issuedAt }: NonNullable<CoursePage["certificate"]>): Markup => {
  const { certificate: text } = textFor(page.locale).learn.course;
  return html`<p class="after">
    <a class="button secondary" href="${href}">${text.open}</a>
    <span class="soft">${fill(text.issued, { day: day(page, issuedAt) })}</span>
  </p>`;
};
