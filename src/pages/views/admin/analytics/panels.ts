import { html } from "hono/html";

import { cutShort, type Period } from "../../../admin/analytics/period.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Markup } from "../../parts/markup.ts";
import { amount, type Figure, figureLink, figureName } from "./figure.ts";
import { trend, type Trend } from "./trend.ts";

export interface Panel {
  figure: Figure;
  trend: Trend;
}

/** Metrics with charts, side by side if there is room. */
export const panels = (locale: Locale, period: Period, listed: readonly Panel[]): Markup =>
  html`${legend(locale, period)}
    <div class="panels">${listed.map((one, index) => panel(locale, period, one, `chart-${index + 1}`))}</div>`;

const panel = (locale: Locale, period: Period, { figure, trend: values }: Panel, id: string): Markup =>
  html`<section class="panel">
    <h3>${figureLink(locale, period, figure)}</h3>
    ${amount(locale, period, figure)}
    ${trend(locale, period, { ...figure, ...values, id, title: figureName(locale, figure), size: "small" })}
  </section>`;

export const legend = (locale: Locale, period: Period): Markup => {
  const { comparison } = period;
  const cut = cutShort(period);
  const { key: text } = textFor(locale).admin.analytics;
  return html`<ul class="key" aria-hidden="true">
    <li>${sample("line")}${text.now}</li>
    ${comparison !== "none" && html`<li>${sample("before")}${text.before[comparison]}</li>`}
    ${(cut.first || cut.last) && html`<li>${sample("cut")}${text.cut}</li>`}
  </ul>`;
};

const sample = (look: string): Markup =>
  html`<svg width="24" height="8"><line class="${look}" x1="1" x2="23" y1="4" y2="4" /></svg>`;
