import type { FastifyInstance } from "fastify";
import { getRevenueAnalytics } from "#domain/analytics/revenue.ts";
import { getSubscriptionAnalytics } from "#domain/analytics/subscriptions.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { revenueGroups, type RevenueGroup, revenuePage } from "../../views/admin/analytics/revenue.ts";
import { subscriptionsPage } from "../../views/admin/analytics/subscriptions.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { analyticsPages } from "./addresses.ts";
import { withEncodedDates } from "./figures.ts";
import { readTrends } from "./panels.ts";
import { requestedPeriodOf, type Period } from "./period.ts";
import { pageContextOf } from "./page-context.ts";

/** GET /admin/analytics/revenue: `?by=` selects a breakdown. */
export function revenuePages(app: FastifyInstance): void {
  const path = analyticsPages.revenue;
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const by = revenueGroups.find((name) => name === request.query.by) ?? "product";
    const more: Record<string, string> = by === "product" ? {} : { by };
    const pageContext = await pageContextOf(context, request, { page: "revenue", path, more });
    const page = adminPageOf(pageRequest, "analytics");
    if (pageContext.period.wrong.length > 0) return revenuePage(page, pageContext, { by, currencies: [] });
    const { currencies, computedThrough } = await readRevenue(context, pageContext.period, by);
    return revenuePage(page, { ...pageContext, computedThrough }, { by, currencies });
  });
}

const maxBreakdownRows = 20;

async function readRevenue(context: RequestContext, period: Period, by: RevenueGroup) {
  const requested = withEncodedDates(requestedPeriodOf(period));
  const [whole, divided, trends] = await Promise.all([
    perform(getRevenueAnalytics, context, { ...requested, groupBy: "currency" }),
    perform(getRevenueAnalytics, context, { ...requested, groupBy: by }),
    readTrends(context, period, "net_revenue"),
  ]);
  const inCurrency = (currency: string) => divided.data.filter((one) => one.currency === currency);
  const currencies = whole.data.map(({ currency, orders, gross, refunds, net, averageOrder }) => ({
    currency,
    orders,
    gross,
    refunds,
    net,
    averageOrder,
    trend: trends(currency),
    division: {
      by,
      unit: "money" as const,
      currency,
      omitted: divided.omitted + Math.max(0, inCurrency(currency).length - maxBreakdownRows),
      rows: inCurrency(currency)
        .slice(0, maxBreakdownRows)
        .map(({ group, gross }) => ({ key: group.key, name: group.name, value: gross, suppressed: false })),
    },
  }));
  return { currencies, computedThrough: whole.computedThrough };
}

/** GET /admin/analytics/subscriptions */
export function subscriptionsPages(app: FastifyInstance): void {
  const path = analyticsPages.subscriptions;
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const pageContext = await pageContextOf(context, request, { page: "subscriptions", path });
    const { period } = pageContext;
    const page = adminPageOf(pageRequest, "analytics");
    if (period.wrong.length > 0) return subscriptionsPage(page, pageContext, noSubscriptions);
    const { started, ended, computedThrough, ...figures } = await perform(
      getSubscriptionAnalytics,
      context,
      withEncodedDates(requestedPeriodOf(period)),
    );
    const trends = await readTrends(context, period, "mrr");
    const currencies = figures.currencies.map((one) => ({ ...one, trend: trends(one.currency) }));
    return subscriptionsPage(page, { ...pageContext, computedThrough }, { started, ended, currencies });
  });
}

const noSubscriptions = { started: 0, ended: 0, currencies: [] };
