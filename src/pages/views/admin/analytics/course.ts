import { html } from "hono/html";

import { analyticsPages } from "../../../admin/analytics/addresses.ts";
import { addressFor } from "../../../admin/analytics/period.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fillPlain, foreign } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";
import type { Figure } from "./figure.ts";
import { figureTable } from "./figure-table.ts";
import { analyticsPage, type AnalyticsContext } from "./frame.ts";
import { funnel, type Funnel } from "./funnel.ts";
import { type Panel, panels } from "./panels.ts";
import { count } from "./values.ts";

export interface CourseView {
  name: string;
  panels: readonly Panel[];
  figures: readonly Figure[];
  funnel: Funnel;
}

/** GET /admin/analytics/courses/{id}: metrics of a course and its progress funnel. */
export const coursePage = (page: AdminPage, analytics: AnalyticsContext, view: CourseView): string => {
  const { course: text, charts } = textFor(page.locale).admin.analytics;
  const { locale } = page;
  return analyticsPage(page, analytics, {
    title: view.name,
    head: html`<p class="back"><a href="${addressFor(analyticsPages.courses, analytics.period)}">${text.back}</a></p>
      <h1>${foreign(view.name)}</h1>`,
    content: html`<h2 class="hidden">${charts}</h2>
      ${panels(locale, analytics.period, view.panels)} ${figureTable(locale, analytics, [{ figures: view.figures }])}
      <h2>${text.funnel}</h2>
      ${
        view.funnel.enrollments === 0
          ? html`<p class="prose soft">${text.noEnrollments}</p>`
          : html`<p class="prose">
                ${fillPlain(text.funnelIntro, { enrollments: count(locale, view.funnel.enrollments) })}
              </p>
              ${funnel(locale, view.funnel)}`
      }`,
  });
};
