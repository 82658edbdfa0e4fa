import { listCourseAnalytics } from "#domain/analytics/courses.ts";
import { getCourseFunnel } from "#domain/analytics/funnel.ts";
import { getAnalyticsMetrics } from "#domain/analytics/list-metrics.ts";
import { getAnalyticsOverview } from "#domain/analytics/overview.ts";
import { getRevenueAnalytics } from "#domain/analytics/revenue.ts";
import { getSubscriptionAnalytics } from "#domain/analytics/subscriptions.ts";
import { getAnalyticsTimeseries } from "#domain/analytics/timeseries.ts";
import { read, type Route } from "../route.ts";

/** Aggregated school analytics. */
export const analyticsRoutes: readonly Route[] = [
  read("/analytics/metrics", getAnalyticsMetrics),
  read("/analytics/overview", getAnalyticsOverview),
  read("/analytics/timeseries", getAnalyticsTimeseries),
  read("/analytics/courses", listCourseAnalytics),
  read("/analytics/courses/:course/funnel", getCourseFunnel),
  read("/analytics/revenue", getRevenueAnalytics),
  read("/analytics/subscriptions", getSubscriptionAnalytics),
];
