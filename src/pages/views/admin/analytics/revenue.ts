import { currencyName } from "#lib/text/formats.ts";
import { html } from "hono/html";

import type { Dimension } from "#domain/analytics/dimensions.ts";

import { analyticsPages } from "../../../admin/analytics/addresses.ts";
import { addressFor } from "../../../admin/analytics/period.ts";
import { adminSections } from "../../../admin/sections.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";
import { sum } from "../../public/formats.ts";
import type { AdminPage } from "../layout.ts";
import { choices } from "./choices.ts";
import { division, type Division } from "./division.ts";
import { analyticsPage, analyticsLinks, type AnalyticsContext } from "./frame.ts";
import { tally } from "./named-number.ts";
import { trend, type Trend } from "./trend.ts";
import { count } from "./values.ts";

export const revenueGroups = ["product", "product_type", "plan", "coupon"] as const satisfies Dimension[];
export type RevenueGroup = (typeof revenueGroups)[number];

/** Revenue in one currency, in minor units. */
export interface RevenueInCurrency {
  currency: string;
  orders: number | null;
  gross: number;
  refunds: number | null;
  net: number | null;
  averageOrder: number | null;
  trend: Trend;
  division: Division;
}

/** GET /admin/analytics/revenue: revenue by currency and product. */
export const revenuePage = (
  page: AdminPage,
  analytics: AnalyticsContext,
  view: { by: RevenueGroup; currencies: readonly RevenueInCurrency[] },
): string => {
  const { analytics: text, sections } = textFor(page.locale).admin;
  return analyticsPage(page, analytics, {
    title: text.pages.revenue,
    head: html`<p class="back"><a href="${adminSections.analytics.path}">${sections.analytics.name}</a></p>
      <h1>${text.pages.revenue}</h1>
      <p class="lead">${text.revenue.intro}</p>
      ${analyticsLinks(page.locale, analytics)}`,
    content:
      view.currencies.length === 0
        ? html`<p class="prose soft after">${text.revenue.none}</p>`
        : html`${view.currencies.map((one, index) => inCurrency(page.locale, analytics, view.by, one, `chart-${index + 1}`))}`,
  });
};

const inCurrency = (
  locale: Locale,
  analytics: AnalyticsContext,
  by: RevenueGroup,
  one: RevenueInCurrency,
  id: string,
): Markup => {
  const { revenue: text } = textFor(locale).admin.analytics;
  const money = (amount: number | null) =>
    amount === null ? undefined : sum(locale, { amount, currency: one.currency });
  const title = currencyName(locale, one.currency);
  const measure = { unit: "money", currency: one.currency } as const;
  return html`<h2>${title}</h2>
    <dl class="tallies large">
      ${tally(text.net, money(one.net))} ${tally(text.gross, money(one.gross))}
      ${tally(text.refunds, money(one.refunds))}
      ${tally(text.orders, one.orders === null ? undefined : count(locale, one.orders))}
      ${tally(text.average, money(one.averageOrder))}
    </dl>
    ${trend(locale, analytics.period, { ...measure, ...one.trend, id, title: `${text.net}: ${title}`, size: "large" })}
    ${choice(locale, analytics, by, one.currency)} ${division(locale, one.division)}`;
};

const choice = (locale: Locale, { period }: AnalyticsContext, by: RevenueGroup, currency: string): Markup => {
  const { revenue: text, dimensions } = textFor(locale).admin.analytics;
  return choices(
    `${text.by}: ${currencyName(locale, currency)}`,
    revenueGroups.map((name) => ({
      label: dimensions[name],
      address: addressFor(analyticsPages.revenue, period, name === "product" ? {} : { by: name }),
      chosen: name === by,
    })),
  );
};
