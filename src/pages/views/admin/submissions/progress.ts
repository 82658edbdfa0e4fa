import { html } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { shortDay } from "../../parts/dates.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { filterSelect } from "../parts/filter-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { linked } from "../parts/linked-name.ts";

export const progressFilters = ["all", "stuck"] as const;

/** A student of a course, with the reasons to help. */
export interface StudentRow {
  studentId: string;
  /** Null for a student without a name. */
  student: string | null;
  href: string | undefined;
  progressPercent: number;
  /** Null: never. */
  lastActivityAt: Date | null;
  isCompleted: boolean;
  isIdle: boolean;
  /** Title of the quiz that was failed again and again. */
  failedQuiz: string | null;
}

export interface ProgressView {
  courses: readonly { id: string; name: string }[];
  course: string;
  filter: (typeof progressFilters)[number];
  stuckCount: number;
  students: readonly StudentRow[];
  pages: Pages;
}

const { path } = adminSections.progress;

/** The progress of the students of a course, and who may need help. */
export const progressOfStudents = (page: AdminPage, view: ProgressView): string => {
  const { progress: text } = textFor(page.locale).admin.resources.submissions;
  const { courses, course, filter, students } = view;
  const name = textFor(page.locale).admin.sections.progress.name;
  return adminLayout(page, {
    title: name,
    content: html`<h1>${name}</h1>
      <p class="lead">${text.rule}</p>
      ${filterLinks({
        label: text.views,
        filters: progressFilters,
        chosen: filter,
        text: { all: text.all, stuck: fillPlain(text.stuck, { count: String(view.stuckCount) }) },
        href: (show) => `${path}?${new URLSearchParams({ ...(course && { course }), show }).toString()}`,
      })}
      ${courses.length > 1 && chooseCourse(page, view)}
      ${
        students.length === 0
          ? html`<p class="prose soft after">${courses.length === 0 ? text.noCourses : text.none[filter]}</p>`
          : table(page, view)
      }
      ${pager(page.locale, name, view.pages)}`,
  });
};

const chooseCourse = (page: AdminPage, { courses, course, filter }: ProgressView): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  return html`<form method="get" action="${path}" class="stack">
    ${hidden("show", filter)}
    ${filterSelect({
      name: "course",
      label: text.course,
      value: course,
      options: courses.map(({ id, name }) => [id, name] as const),
    })}
    <div>${button(text.apply, { look: "secondary" })}</div>
  </form>`;
};

const table = (page: AdminPage, { courses, course, students }: ProgressView): Markup => {
  const { progress: text } = textFor(page.locale).admin.resources.submissions;
  const caption = courses.find(({ id }) => id === course)?.name ?? text.student;
  return html`<div class="wide-table" tabindex="0" role="region" aria-label="${caption}">
    <table class="grid">
      <thead>
        <tr>
          <th scope="col">${text.student}</th>
          <th scope="col" class="number">${text.percent}</th>
          <th scope="col">${text.note}</th>
          <th scope="col">${text.lastSeen}</th>
        </tr>
      </thead>
      <tbody>
        ${students.map((student) => row(page, student))}
      </tbody>
    </table>
  </div>`;
};

const row = (page: AdminPage, student: StudentRow): Markup => {
  const { progress: text } = textFor(page.locale).admin.resources.submissions;
  const { lastActivityAt, progressPercent } = student;
  return html`<tr>
    <th scope="row">${student.student === null ? html`${text.unnamed}` : linked(student.href, student.student)}</th>
    <td class="number">${progressPercent}%</td>
    <td>${note(page, student)}</td>
    <td>${lastActivityAt === null ? html`<span class="soft">${text.never}</span>` : shortDay(page, lastActivityAt)}</td>
  </tr>`;
};

/** The status of a student in words, never by color alone. */
const note = (page: AdminPage, { isCompleted, isIdle, failedQuiz }: StudentRow): Markup => {
  const { progress: text } = textFor(page.locale).admin.resources.submissions;
  if (isCompleted) return html`<span class="tag" data-tone="good">${text.completed}</span>`;
  if (!isIdle && failedQuiz === null) return html`<span class="soft">–</span>`;
  return html`${isIdle && html`<span class="tag" data-tone="wait">${text.idle}</span> `}
  ${failedQuiz !== null && html`<span class="tag" data-tone="bad">${fill(text.failed, { quiz: foreign(failedQuiz) })}</span>`}`;
};
