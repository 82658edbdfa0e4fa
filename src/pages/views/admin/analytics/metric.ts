import { html } from "hono/html";

import type { Dimension } from "#domain/analytics/dimensions.ts";
import type { MetricName } from "#domain/analytics/metrics.ts";

import { analyticsPages, metricPath } from "../../../admin/analytics/addresses.ts";
import { addressFor } from "../../../admin/analytics/period.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";
import { choices } from "./choices.ts";
import { division, type Division } from "./division.ts";
import { amount, figureName } from "./figure.ts";
import { analyticsPage, type AnalyticsContext } from "./frame.ts";
import { legend, type Panel } from "./panels.ts";
import { trend } from "./trend.ts";

export interface MetricView {
  metric: MetricName;
  /** One panel, or one per currency. */
  panels: readonly Panel[];
  dimensions: readonly Dimension[];
  /** Dimension of the breakdown. */
  dimension: Dimension | undefined;
  divisions: readonly Division[];
}

/** GET /admin/analytics/metrics/{metric}: a metric with chart and breakdown. */
export const metricPage = (page: AdminPage, analytics: AnalyticsContext, view: MetricView): string => {
  const { analytics: text } = textFor(page.locale).admin;
  const { name, about } = text.metrics[view.metric];
  const { period } = analytics;
  return analyticsPage(page, analytics, {
    title: name,
    head: html`<p class="back"><a href="${addressFor(analyticsPages.overview, period)}">${text.metric.back}</a></p>
      <h1>${name}</h1>
      <p class="lead">${about}</p>`,
    content: html`${view.panels.length === 0 ? html`<p class="prose soft after">${text.noSales}</p>` : legend(page.locale, period)}
    ${view.panels.map((panel, index) => large(page, analytics, panel, `chart-${index + 1}`))}
    ${view.dimensions.length !== 0 && divided(page, analytics, view)}`,
  });
};

const large = (
  { locale }: AdminPage,
  { period }: AnalyticsContext,
  { figure, trend: values }: Panel,
  id: string,
): Markup => {
  const title = figureName(locale, figure);
  return html`<section class="panel after">
    ${figure.currency !== null && html`<h2>${title}</h2>`} ${amount(locale, period, figure)}
    ${trend(locale, period, { ...figure, ...values, id, title, size: "large" })}
  </section>`;
};

const divided = ({ locale }: AdminPage, { period }: AnalyticsContext, view: MetricView): Markup => {
  const { analytics: text } = textFor(locale).admin;
  const path = metricPath(view.metric);
  return html`<h2>${text.metric.dimensions}</h2>
    ${choices(
      text.metric.dimensions,
      view.dimensions.map((name) => ({
        label: text.dimensions[name],
        address: addressFor(path, period, { by: name }),
        chosen: name === view.dimension,
      })),
    )}
    ${view.divisions.map((one) => division(locale, one))}`;
};
