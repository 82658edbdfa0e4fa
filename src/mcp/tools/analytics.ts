import { getCourseFunnel } from "#domain/analytics/funnel.ts";
import { getAnalyticsOverview } from "#domain/analytics/overview.ts";
import { getRevenueAnalytics } from "#domain/analytics/revenue.ts";
import { getAnalyticsTimeseries } from "#domain/analytics/timeseries.ts";
import { decimalFigures } from "../calls/decimal-figures.ts";
import { readTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

/** School analytics, aggregated: no personal data. */
export const analyticsTools: readonly Tool[] = [
  readTool({
    name: "get_analytics_overview",
    title: "Get key metrics",
    description:
      "Key metrics of a period, optionally of one course. compare adds the previous period or year. Monetary values are decimal strings per currency. withheld lists metrics that need other scopes. For one metric over time, use get_analytics_series.",
    operation: getAnalyticsOverview,
    rewrite: decimalFigures,
  }),
  readTool({
    name: "get_analytics_series",
    title: "Get a metric over time",
    description:
      "One metric by hour, day, week or month, at most 1000 points. If the metric supports it, group_by or one filter breaks it down. values match points by index, money as decimal strings; total covers the whole period. For all metrics, use get_analytics_overview.",
    operation: getAnalyticsTimeseries,
    rewrite: decimalFigures,
  }),
  readTool({
    name: "get_revenue",
    title: "Get revenue by course or product",
    description:
      "Best selling courses, products or plans of a period: paid orders and gross revenue by group_by, largest first. By currency, day or coupon, also refunds and net revenue. Amounts are decimal strings. For other metrics, use get_analytics_overview.",
    operation: getRevenueAnalytics,
    rewrite: decimalFigures,
  }),
  readTool({
    name: "get_course_analytics",
    title: "Get course completion statistics",
    description:
      "Enrollments and completions of a course, by ID or slug, and views and completions of each lecture. A high drop_off_percent marks where students stop. Contains no personal data; for individual students, use get_progress or list_students.",
    operation: getCourseFunnel,
  }),
];
