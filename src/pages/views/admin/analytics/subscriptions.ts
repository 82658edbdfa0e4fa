import { currencyName } from "#lib/text/formats.ts";
import { html } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";
import { sum } from "../../public/formats.ts";
import type { AdminPage } from "../layout.ts";
import { analyticsPage, analyticsLinks, type AnalyticsContext } from "./frame.ts";
import { tally } from "./named-number.ts";
import { trend, type Trend } from "./trend.ts";
import { count, percentText } from "./values.ts";

/** Monthly recurring revenue in one currency: start of period, changes, end of period. */
export interface RecurringRevenue {
  currency: string;
  mrrBefore: number;
  mrrNew: number;
  mrrExpansion: number;
  mrrContraction: number;
  mrrChurned: number;
  mrr: number;
  netChurnPercent: number | null;
  payingSubscribers: number;
  averageRevenuePerUser: number | null;
  trend: Trend;
}

/** GET /admin/analytics/subscriptions */
export const subscriptionsPage = (
  page: AdminPage,
  analytics: AnalyticsContext,
  view: { started: number; ended: number; currencies: readonly RecurringRevenue[] },
): string => {
  const { analytics: text, sections } = textFor(page.locale).admin;
  const { locale } = page;
  return analyticsPage(page, analytics, {
    title: text.pages.subscriptions,
    head: html`<p class="back"><a href="${adminSections.analytics.path}">${sections.analytics.name}</a></p>
      <h1>${text.pages.subscriptions}</h1>
      <p class="lead">${text.subscriptions.intro}</p>
      ${analyticsLinks(locale, analytics)}`,
    content: html`<dl class="tallies large after">
        ${tally(text.subscriptions.started, count(locale, view.started))}
        ${tally(text.subscriptions.ended, count(locale, view.ended))}
      </dl>
      ${view.currencies.length === 0 && html`<p class="prose soft after">${text.subscriptions.none}</p>`}
      ${view.currencies.map((one, index) => inCurrency(locale, analytics, one, `chart-${index + 1}`))}`,
  });
};

const inCurrency = (locale: Locale, { period }: AnalyticsContext, one: RecurringRevenue, id: string): Markup => {
  const { subscriptions: text } = textFor(locale).admin.analytics;
  const title = currencyName(locale, one.currency);
  const measure = { unit: "money", currency: one.currency } as const;
  const money = (amount: number) => sum(locale, { amount, currency: one.currency });
  const change = (term: string, amount: number, sign: "+" | "−") =>
    html`<tr>
      <th scope="row">${term}</th>
      <td>${amount === 0 ? money(0) : `${sign}${money(Math.abs(amount))}`}</td>
    </tr>`;
  const total = (term: string, amount: number) =>
    html`<tr class="total">
      <th scope="row">${term}</th>
      <td>${money(amount)}</td>
    </tr>`;
  return html`<h2>${title}</h2>
    <dl class="tallies large">
      ${tally(text.recurring, money(one.mrr))} ${tally(text.subscribers, count(locale, one.payingSubscribers))}
      ${one.averageRevenuePerUser !== null && tally(text.perMember, money(one.averageRevenuePerUser))}
      ${one.netChurnPercent !== null && tally(text.netChurn, percentText(locale, one.netChurnPercent))}
    </dl>
    ${trend(locale, period, { ...measure, ...one.trend, id, title: `${text.recurring}: ${title}`, size: "large" })}
    <table class="measures">
      <caption>
        ${text.recurring}
      </caption>
      <tbody>
        ${total(text.before, one.mrrBefore)} ${change(text.new, one.mrrNew, "+")}
        ${change(text.expansion, one.mrrExpansion, "+")} ${change(text.contraction, one.mrrContraction, "−")}
        ${change(text.churned, one.mrrChurned, "−")} ${total(text.now, one.mrr)}
      </tbody>
    </table>`;
};
