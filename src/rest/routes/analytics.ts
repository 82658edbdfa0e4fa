import { listCourseAnalytics } from "#domain/engagement/analytics/courses.ts";
import { getCourseFunnel } from "#domain/engagement/analytics/funnel.ts";
import { getAnalyticsMetrics } from "#domain/engagement/analytics/list-metrics.ts";
import { getAnalyticsOverview } from "#domain/engagement/analytics/overview.ts";
import { getRevenueAnalytics } from "#domain/engagement/analytics/revenue.ts";
import { getSubscriptionAnalytics } from "#domain/engagement/analytics/subscriptions.ts";
import { getAnalyticsTimeseries } from "#domain/engagement/analytics/timeseries.ts";
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
