import { html } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { filterSelect } from "../parts/filter-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { linked } from "../parts/linked.ts";

export interface StuckStudentsView {
  courses: readonly { id: string; name: string }[];
  course: string;
  students: readonly {
    student: string | null;
    href: string | undefined;
    progressPercent: number;
    lastActivityAt: Date | null;
    isIdle: boolean;
    failedQuiz: string | null;
  }[];
}

const { path } = adminSections.submissions;

/** Students of a course who may need help, with the reason. */
export const stuckStudents = (page: AdminPage, { courses, course, students }: StuckStudentsView): string => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const { stuck } = text;
  return adminLayout(page, {
    title: stuck.title,
    content: html`<h1>${stuck.title}</h1>
      <p class="lead">${stuck.rule}</p>
      <form method="get" action="${path}/students" class="stack">
        ${filterSelect({
          name: "course",
          label: text.course,
          value: course,
          options: courses.map(({ id, name }) => [id, name] as const),
        })}
        <div>${button(text.apply, { look: "secondary" })}</div>
      </form>
      ${
        students.length === 0
          ? html`<p class="prose soft after">${stuck.none}</p>`
          : html`<ul class="rows">
              ${students.map((student) => row(page, student))}
            </ul>`
      }`,
  });
};

const row = (page: AdminPage, student: StuckStudentsView["students"][number]): Markup => {
  const { stuck } = textFor(page.locale).admin.resources.submissions;
  const { lastActivityAt, failedQuiz, progressPercent, isIdle } = student;
  return html`<li class="row">
    <div class="about">
      <h2>${linked(student.href, student.student ?? stuck.unnamed)}</h2>
      <ul class="facts">
        <li>${fillPlain(stuck.progress, { percent: String(progressPercent) })}</li>
        <li>
          ${lastActivityAt === null ? stuck.never : fill(stuck.active, { time: timestamp(page, lastActivityAt) })}
        </li>
      </ul>
    </div>
    <p class="here">
      ${failedQuiz === null ? "" : fill(stuck.failed, { quiz: foreign(failedQuiz) })} ${isIdle ? stuck.idle : ""}
    </p>
  </li>`;
};
