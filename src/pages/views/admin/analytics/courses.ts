import { html } from "hono/html";

import { coursePath } from "../../../admin/analytics/addresses.ts";
import { addressFor } from "../../../admin/analytics/period.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { sum } from "../../public/formats.ts";
import { adminSections } from "../../../admin/sections.ts";
import type { AdminPage } from "../layout.ts";
import { analyticsPage, analyticsLinks, type AnalyticsContext } from "./frame.ts";
import { tally } from "./named-number.ts";
import { count, percentText } from "./values.ts";
import { rowsOr } from "../parts/rows.ts";

/** Metrics of a course in a period. */
export interface CourseRow {
  /** `crs_…` */
  id: string;
  name: string;
  enrollments: number;
  activeStudents: number | null;
  lecturesCompleted: number;
  courseCompletions: number;
  averageProgressPercent: number | null;
  /** Undefined without permission to see revenue. */
  revenue?: readonly { amount: number; currency: string }[] | undefined;
}

/** GET /admin/analytics/courses: courses with their metrics. */
export const coursesPage = (
  page: AdminPage,
  analytics: AnalyticsContext,
  view: { courses: readonly CourseRow[]; pages: Pages },
) => {
  const { analytics: text, sections } = textFor(page.locale).admin;
  return analyticsPage(page, analytics, {
    title: text.pages.courses,
    head: html`<p class="back"><a href="${adminSections.analytics.path}">${sections.analytics.name}</a></p>
      <h1>${text.pages.courses}</h1>
      <p class="lead">${text.courses.intro}</p>
      ${analyticsLinks(page.locale, analytics)}`,
    content: html`${rowsOr(view.courses, (course) => row(page.locale, analytics, course), text.courses.none)}
    ${pager(page.locale, text.pages.courses, view.pages)}`,
  });
};

const row = (locale: Locale, { period }: AnalyticsContext, course: CourseRow): Markup => {
  const { courses: text, unknown } = textFor(locale).admin.analytics;
  const formatted = (value: number | null) => (value === null ? unknown : count(locale, value));
  const progress = course.averageProgressPercent;
  return html`<li class="row tallied">
    <h2><a href="${addressFor(coursePath(course.id), period)}">${foreign(course.name)}</a></h2>
    <dl class="tallies">
      ${tally(text.enrollments, formatted(course.enrollments))} ${tally(text.active, formatted(course.activeStudents))}
      ${tally(text.lectures, formatted(course.lecturesCompleted))}
      ${tally(text.completions, formatted(course.courseCompletions))}
      ${tally(text.progress, progress === null ? unknown : percentText(locale, progress))}
      ${(course.revenue ?? []).map((money) => tally(text.revenue, sum(locale, money)))}
    </dl>
  </li>`;
};
