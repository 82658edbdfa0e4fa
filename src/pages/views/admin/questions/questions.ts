import { html } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button } from "../../parts/fields.ts";
import { fill, fillPlain, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { islandHead } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { filterSelect } from "../parts/filter-fields.ts";
import { linked } from "../parts/linked-name.ts";
import { questionAddress, type QuestionNarrowing } from "./question-addresses.ts";
import { type LastQuestion, questionNotice } from "./question-notice.ts";
import { rowsOr } from "../parts/rows.ts";

/** With the encoded id: `cmt_…`. */
export interface QuestionRowView {
  id: string;
  /** Null if the member has no name. */
  student: string | null;
  studentHref: string | undefined;
  /** The lecture or post. */
  subject: string;
  /** Null: a post. */
  course: string | null;
  courseHref: string | undefined;
  /** Without its markup. */
  text: string;
  replyCount: number;
  createdAt: Date;
}

export type QuestionList = QuestionNarrowing & {
  questions: readonly QuestionRowView[];
  courses: readonly { id: string; name: string }[];
  pages: Pages;
  last: LastQuestion | undefined;
};

const { path } = adminSections.questions;

const maxExcerptLength = 400;

/** Open questions, the longest waiting one on top. */
export const questionList = (page: AdminPage, view: QuestionList): string => {
  const { questions: text } = textFor(page.locale).admin.resources;
  return adminLayout(page, {
    title: text.section.name,
    links: islandHead(page),
    content: html`${view.last && questionNotice(page, view.last, view)}
      <h1>${text.section.name}</h1>
      <p class="lead">${text.intro}</p>
      ${view.courses.length > 1 && filters(page, view)}
      ${rowsOr(view.questions, (question) => row(page, question, view), text.none)}
      ${pager(page.locale, text.section.name, view.pages)}`,
  });
};

const filters = (page: AdminPage, { course, courses }: QuestionList): Markup => {
  const { questions: text } = textFor(page.locale).admin.resources;
  return html`<form method="get" action="${path}" class="stack">
    ${filterSelect({
      name: "course",
      label: text.course,
      value: course,
      options: [["", text.anyCourse], ...courses.map(({ id, name }) => [id, name] as const)],
    })}
    <div>${button(text.apply, { look: "secondary" })}</div>
  </form>`;
};

/** The person and the place of a question. */
export const askedBy = (
  page: AdminPage,
  {
    student,
    studentHref,
    subject,
    course,
    courseHref,
  }: Pick<QuestionRowView, "student" | "studentHref" | "subject" | "course" | "courseHref">,
): Markup => {
  const { questions: text } = textFor(page.locale).admin.resources;
  const person = student === null ? html`${text.unnamed}` : linked(studentHref, student);
  const values = { student: person, subject: html`<strong>${subject}</strong>` };
  return course === null
    ? fill(text.on, values)
    : fill(text.inCourse, { ...values, course: linked(courseHref, course) });
};

const row = (page: AdminPage, question: QuestionRowView, view: QuestionNarrowing): Markup => {
  const { questions: text } = textFor(page.locale).admin.resources;
  const { id, student, subject, text: body, createdAt, replyCount } = question;
  const spoken = fillPlain(text.aboutOf, { student: student ?? text.unnamed, subject });
  const excerpt = body.length > maxExcerptLength ? `${body.slice(0, maxExcerptLength)}…` : body;
  return html`<li class="row">
    <div class="about review">
      <p>${askedBy(page, question)}</p>
      <p class="foreign work" dir="auto">${excerpt}</p>
      <ul class="facts">
        <li>${fill(text.askedAt, { time: timestamp(page, createdAt) })}</li>
        ${replyCount > 0 && html`<li>${fillPlain(text.replies, { count: String(replyCount) })}</li>`}
      </ul>
    </div>
    <p class="here">
      <a class="button secondary" href="${questionAddress(id, view)}" aria-label="${spoken}">${text.answerOne}</a>
    </p>
  </li>`;
};
