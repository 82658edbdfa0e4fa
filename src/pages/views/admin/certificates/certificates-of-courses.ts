import { html, raw } from "hono/html";

import { certificateMonths } from "#domain/learning/certificates/of-courses.ts";
import { typedKeys } from "#lib/json/typed-object.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

export const certificateNotices = typedKeys(textFor("en").admin.resources.certificates.courseNotice);

/** With the encoded id: `crs_…`. */
interface Course {
  id: string;
  name: string;
  /** 0: without an end. Null: completion issues none. */
  months: number | null;
}

export interface CertificatesOfCourses {
  courses: readonly Course[];
  pages: Pages;
  notice: (typeof certificateNotices)[number] | undefined;
}

export const certificatesOfCoursesPath = `${adminSections.certificates.path}/courses`;

/** Courses by name. Each posts `months`, empty for none. */
export const certificatesOfCourses = (page: AdminPage, view: CertificatesOfCourses): string => {
  const { certificates: text } = textFor(page.locale).admin.resources;
  return adminLayout(page, {
    title: text.courses,
    content: html`${view.notice && notice(text.courseNotice[view.notice])}
      <h1>${text.courses}</h1>
      <p class="prose">${text.lead}</p>
      ${rowsOr(view.courses, (course) => row(page, course), text.noCourses)}
      ${pager(page.locale, text.courses, view.pages)}`,
  });
};

const row = (page: AdminPage, course: Course): Markup => {
  const { certificates: text } = textFor(page.locale).admin.resources;
  const { id, name } = course;
  const field = `months-${id}`;
  return html`<li class="row">
    <div class="about">
      <h2>${foreign(name)}</h2>
    </div>
    <div class="whole">
      <form method="post" action="${certificatesOfCoursesPath}/${id}" class="stack">
        ${hidden("csrf", page.csrf)}
        <div class="field">
          <label for="${field}">${text.label}</label>
          <select id="${field}" name="months">
            ${choicesOf(page, course)}
          </select>
        </div>
        <div>${button(text.save, { look: "secondary", spoken: fillPlain(text.spoken, { course: name }) })}</div>
      </form>
    </div>
  </li>`;
};

const choicesOf = ({ locale }: AdminPage, { months }: Course): Markup => {
  const { choices } = textFor(locale).admin.resources.certificates;
  const values = [null, ...new Set([...certificateMonths, ...(months === null ? [] : [months])])];
  return html`${values.map((value) => {
    const label =
      value === null
        ? choices.none
        : value === 0
          ? choices.unlimited
          : fillPlain(choices.months, { months: String(value) });
    return html`<option value="${value ?? ""}" ${value === months && raw("selected")}>${label}</option>`;
  })}`;
};
