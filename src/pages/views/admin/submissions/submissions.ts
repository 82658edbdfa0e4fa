import { html } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { filterSelect } from "../parts/filter-fields.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { islandHead } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { linked } from "../parts/linked-name.ts";
import { gradeNotice, type SubmissionNotice } from "./grade-notice.ts";
import {
  submissionAddress,
  submissionFilters,
  type SubmissionNarrowing,
  submissionsAddress,
} from "./submission-addresses.ts";
import { rowsOr } from "../parts/rows.ts";

type Text = Catalogue["admin"]["resources"]["submissions"];

/** With the encoded id: `sbm_…`. */
export type SubmissionRowView = {
  id: string;
  status: keyof Text["status"];
  /** True if the student has taken the work back. */
  isWithdrawn: boolean;
  assignment: string;
  course: string;
  courseHref?: string | undefined;
  /** Null if the student was erased. */
  student: string | null;
  studentHref?: string | undefined;
  submittedAt: Date;
  daysLate: number;
};

export type SubmissionList = SubmissionNarrowing & {
  submissions: readonly SubmissionRowView[];
  courses: readonly { id: string; name: string }[];
  /** False for teaching assistants. */
  mayGrade: boolean;
  pages: Pages;
  notice: SubmissionNotice | undefined;
  /** The submission that was graded last. */
  last?: string | undefined;
  isLastHeld?: boolean;
  /** Number of submissions that were graded a moment ago. */
  heldCount?: number;
};

const { path } = adminSections.submissions;

/** Submissions by status, those to grade first, with the longest waiting one on top. */
export const submissionList = (page: AdminPage, view: SubmissionList): string => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  return adminLayout(page, {
    title: text.section.name,
    links: islandHead(page),
    content: html`${view.notice && gradeNotice(page, view.notice, view, view)}
      <h1>${text.section.name}</h1>
      ${!view.mayGrade && html`<p class="lead">${text.readOnly}</p>`}
      <p class="lead">${text.intro}</p>
      <ul class="acts">
        <li><a href="${adminSections.progress.path}?show=stuck">${text.progress.link}</a></li>
      </ul>
      ${filters(text, view)}
      ${(view.heldCount ?? 0) > 0 && html`<p class="soft after">${fill(text.heldCount, { count: String(view.heldCount) })}</p>`}
      ${rowsOr(view.submissions, (submission) => row(page, submission, view), nothing(text, view))}
      ${pager(page.locale, text.section.name, view.pages)}`,
  });
};

const filters = (text: Text, view: SubmissionList): Markup =>
  html`${filterLinks({
      label: text.views,
      filters: submissionFilters,
      chosen: view.filter,
      text: text.filters,
      href: (filter) => submissionsAddress({ ...view, filter }),
    })}
    <form method="get" action="${path}" class="stack">
      ${hidden("status", view.filter)}
      ${filterSelect({
        name: "course",
        label: text.course,
        value: view.course,
        options: [["", text.anyCourse], ...view.courses.map(({ id, name }) => [id, name] as const)],
      })}
      <div>${button(text.apply, { look: "secondary" })}</div>
    </form>
    ${
      view.assignment &&
      html`<p class="after">
        ${text.onlyAssignment}
        <a href="${submissionsAddress({ ...view, assignment: "" })}">${text.allAssignments}</a>
      </p>`
    }`;

/** Leads to the submissions that exist, or to the courses. */
const nothing = (text: Text, { filter, course, assignment }: SubmissionList): Markup => {
  const isAll = filter === "all" && course === "" && assignment === "";
  return html`<p class="prose soft after">${text.none[filter]}</p>
    <p class="ways">
      ${isAll ? html`<a href="/courses">${text.next.courses}</a>` : html`<a href="${path}?status=all">${text.next.all}</a>`}
    </p>`;
};

const row = (page: AdminPage, submission: SubmissionRowView, view: SubmissionList): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { id, assignment, submittedAt, daysLate } = submission;
  return html`<li class="row">
    <div class="about">
      <h2><a href="${submissionAddress(id, view)}">${foreign(assignment)}</a></h2>
      <p>${studentOf(text, submission)}</p>
      <ul class="facts">
        <li>${fill(text.submittedAt, { time: timestamp(page, submittedAt) })}</li>
        ${daysLate > 0 && html`<li>${fill(text.daysLate, { count: String(daysLate) })}</li>`}
      </ul>
    </div>
    <p class="here">${statusOf(text, submission)}</p>
  </li>`;
};

export const statusOf = (text: Text, { status, isWithdrawn }: SubmissionRowView): string =>
  isWithdrawn ? text.withdrawn : text.status[status];

/** The student and the course of a submission. */
export const studentOf = (
  text: Text,
  {
    student,
    studentHref,
    course,
    courseHref,
  }: Pick<SubmissionRowView, "student" | "studentHref" | "course" | "courseHref">,
): Markup =>
  fill(text.by, {
    student: student === null ? html`${text.unnamed}` : linked(studentHref, student),
    course: linked(courseHref, course),
  });
