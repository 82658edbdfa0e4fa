import { exampleId } from "#domain/platform/ids.ts";
import type { ResourceExamples } from "./examples.ts";

const november = {
  from: "2025-11-01T00:00:00.000Z",
  to: "2025-12-01T00:00:00.000Z",
  time_zone: "Europe/Lisbon",
  computed_through: "2025-11-20T19:55:00.000Z",
};

/** Example figures of one month that are consistent with each other. */
export const analyticsResources: ResourceExamples = {
  analytics_metrics: { most_points: 2000 },
  AnalyticsMetric: {
    metric: "enrollments",
    means: "Enrollments that began",
    unit: "count",
    dimensions: ["course", "source"],
    scopes: [],
    available: true,
  },
  analytics_overview: {
    ...november,
    compare: "previous_period",
    compared_from: "2025-10-02T00:00:00.000Z",
    compared_to: "2025-11-01T00:00:00.000Z",
    withheld: [{ metric: "gross_revenue", scopes: ["orders:read"] }],
  },
  KeyFigure: {
    metric: "enrollments",
    unit: "count",
    values: [{ currency: null, value: 84, previous: 70, change_percent: 20 }],
  },
  analytics_timeseries: {
    ...november,
    metric: "enrollments",
    unit: "count",
    interval: "week",
    points: ["2025-11-03T00:00:00.000Z", "2025-11-10T00:00:00.000Z", "2025-11-17T00:00:00.000Z"],
    omitted: 0,
  },
  AnalyticsSeries: { currency: null, values: [23, 31, 18], total: 72, suppressed: false },
  course_analytics: {
    name: "The night sky",
    status: "published",
    enrollments: 31,
    active_students: 57,
    lectures_completed: 402,
    course_completions: 9,
    average_progress_percent: 46.5,
  },
  course_funnel: {
    course_name: "The night sky",
    enrollments: 128,
    completions: 41,
    computed_through: november.computed_through,
  },
  FunnelStep: {
    title: "Finding north",
    section_title: "The northern sky",
    started: 112,
    completed: 96,
    started_percent: 87.5,
    completed_percent: 75,
    drop_off_percent: 12.5,
  },
  revenue_analytics: { ...november, group_by: "product", omitted: 0 },
  RevenueGroup: {
    group: { key: exampleId("course"), name: "The night sky" },
    currency: "USD",
    orders: 31,
    gross: 151_900,
    refunds: 4900,
    net: 147_000,
    average_order: 4900,
  },
  subscription_analytics: { ...november, started: 11, ended: 3 },
  SubscriptionFigures: {
    currency: "USD",
    mrr_before: 105_600,
    mrr: 115_200,
    mrr_new: 13_200,
    mrr_expansion: 0,
    mrr_contraction: 0,
    mrr_churned: 3600,
    net_churn_percent: 3.4,
    paying_subscribers: 96,
    average_revenue_per_user: 1200,
  },
};
