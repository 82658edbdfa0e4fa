import { html } from "hono/html";

import type { MetricName } from "#domain/analytics/metrics.ts";

import type { Period } from "../../../admin/analytics/period.ts";
import { metricPath } from "../../../admin/analytics/addresses.ts";
import { addressFor } from "../../../admin/analytics/period.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fill, fillPlain, type Markup } from "../../parts/markup.ts";
import { changeText, type Measure, valueText } from "./values.ts";

/** Value of a metric in a period and in the comparison period. Monetary metrics use one currency. */
export interface Figure extends Measure {
  metric: MetricName;
  value: number | null;
  previous: number | null;
  changePercent: number | null;
}

/** `Net revenue, USD` */
export const figureName = (locale: Locale, { metric, currency }: Pick<Figure, "metric" | "currency">): string => {
  const { analytics: text } = textFor(locale).admin;
  const { name } = text.metrics[metric];
  return currency === null ? name : fillPlain(text.inCurrency, { name, currency });
};

/** Links the name to the metric's page. */
export const figureLink = (locale: Locale, period: Period, figure: Figure): Markup =>
  html`<a href="${addressFor(metricPath(figure.metric), period)}">${figureName(locale, figure)}</a>`;

/** Renders the value and its change. */
export const amount = (locale: Locale, period: Period, figure: Figure): Markup =>
  html`<p class="amount">
    <span class="value">${valueText(locale, figure, figure.value)}</span>
    ${isCompared(period, figure) && html`<span class="change">${change(locale, figure)}</span>`}
  </p>`;

/** Without a comparison period or values there is nothing to compare. */
export const isCompared = ({ comparison }: Period, { value, previous }: Figure): boolean =>
  comparison !== "none" && value !== null && previous !== null && (value !== 0 || previous !== 0);

const change = (locale: Locale, figure: Figure): Markup => {
  const { analytics: text } = textFor(locale).admin;
  if (figure.value === figure.previous) return html`<b>${text.asBefore}</b>`;
  const said = html`<b>${changeText(locale, figure)}</b>`;
  return fill(text.change, { change: said, before: valueText(locale, figure, figure.previous) });
};
