import { html, raw } from "hono/html";

import type { MetricName } from "#domain/analytics/metrics.ts";

import type { Locale } from "#domain/platform/site/locales.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";
import type { Figure } from "./figure.ts";
import { figureTable } from "./figure-table.ts";
import { analyticsPage, analyticsLinks, type AnalyticsContext } from "./frame.ts";
import { type Panel, panels } from "./panels.ts";

export interface Overview {
  panels: readonly Panel[];
  /** Metrics without a chart. */
  figures: readonly Figure[];
}

/** GET /admin/analytics: overview of the metrics. */
export const analyticsOverview = (page: AdminPage, analytics: AnalyticsContext, view: Overview): string => {
  const { analytics: text, sections } = textFor(page.locale).admin;
  const { locale } = page;
  return analyticsPage(page, analytics, {
    title: sections.analytics.name,
    head: html`<h1>${sections.analytics.name}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${analyticsLinks(locale, analytics)}`,
    content: html`<h2 class="hidden">${text.charts}</h2>
      ${panels(locale, analytics.period, view.panels)} ${more(locale, analytics, view.figures)}`,
  });
};

const more = (locale: Locale, analytics: AnalyticsContext, figures: readonly Figure[]): Markup => {
  const { groups: headings } = textFor(locale).admin.analytics;
  if (figures.length === 0) return raw("");
  return figureTable(
    locale,
    analytics,
    typedKeys(groups).map((group) => {
      const names: readonly MetricName[] = groups[group];
      return { heading: headings[group], figures: figures.filter(({ metric }) => names.includes(metric)) };
    }),
  );
};

const groups = {
  learning: [
    "active_students",
    "enrollments",
    "lectures_completed",
    "courses_completed",
    "watch_seconds",
    "quiz_pass_rate",
    "certificates",
    "comments",
  ],
  people: ["new_members", "sign_ins"],
  sales: ["net_revenue", "gross_revenue", "refunds", "orders", "aov"],
  subscriptions: ["mrr", "new_subscriptions", "churned_subscriptions"],
  site: ["event_registrations", "attendance_rate", "page_views"],
} as const satisfies Record<string, readonly MetricName[]>;
