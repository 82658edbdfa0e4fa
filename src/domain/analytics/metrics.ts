import type { Scope } from "#access/scopes.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import type { Dimension } from "./dimensions.ts";

export const units = ["count", "people", "seconds", "percent", "money"] as const;
export type Unit = (typeof units)[number];

/** Counters of the rollup (`counting/`), from which metrics are computed. */
export type Counter =
  | "enrollments"
  | "courses_completed"
  | "lectures_started"
  | "lectures_completed"
  | "watch_seconds"
  | "quizzes_submitted"
  | "quizzes_passed"
  | "certificates"
  | "new_members"
  | "sign_ins"
  | "orders"
  | "gross_revenue"
  | "refunds"
  | "mrr"
  | "mrr_new"
  | "mrr_expansion"
  | "mrr_contraction"
  | "mrr_churned"
  | "paying_subscriptions"
  | "new_subscriptions"
  | "churned_subscriptions"
  | "event_registrations"
  | "places_expected"
  | "places_attended"
  | "page_views"
  | "comments";

/** Formula that computes a metric from counters. */
export type Formula =
  /** Sum over the period, minus an optional other sum. */
  | { kind: "sum"; of: Counter; less?: Counter }
  /** Quotient of two sums, optionally in percent. `past` excludes the future from both. */
  | { kind: "ratio"; of: Counter; per: Counter; percent?: boolean; past?: boolean }
  /** Level at the end of the period. */
  | { kind: "level"; of: Counter }
  /** Distinct people across all days. */
  | { kind: "people" };

export interface Metric {
  means: string;
  unit: Unit;
  formula: Formula;
  dimensions: readonly Dimension[];
  /** Required in addition to `analytics:read`. */
  scopes: readonly Scope[];
  /** Reported per currency: sums across currencies have no meaning. */
  perCurrency: boolean;
}

const metric = (
  means: string,
  unit: Unit,
  formula: Formula,
  dimensions: readonly Dimension[] = [],
  scopes: readonly Scope[] = [],
): Metric => ({ means, unit, formula, dimensions, scopes, perCurrency: unit === "money" });

const sum = (of: Counter): Formula => ({ kind: "sum", of });

const sales: readonly Scope[] = ["orders:read"];
const subscribing: readonly Scope[] = ["subscriptions:read"];
const ordered: readonly Dimension[] = ["product_type", "product", "course", "plan", "coupon"];

/** All metrics, in display order. Catalog, scopes and checks use this table. */
const table = {
  enrollments: metric("New enrollments in courses", "count", sum("enrollments"), ["course", "source"]),
  active_students: metric("Distinct people who opened or watched a lecture", "people", { kind: "people" }, ["course"]),
  lectures_completed: metric("Completed lectures", "count", sum("lectures_completed"), ["course"]),
  courses_completed: metric("Completed courses", "count", sum("courses_completed"), ["course", "source"]),
  watch_seconds: metric("Watched seconds of video and audio", "seconds", sum("watch_seconds"), ["course"]),
  quiz_pass_rate: metric(
    "Share of submitted quizzes that were passed",
    "percent",
    { kind: "ratio", of: "quizzes_passed", per: "quizzes_submitted", percent: true },
    ["course"],
  ),
  certificates: metric("Issued certificates", "count", sum("certificates"), ["course"]),
  new_members: metric(
    "Members of all roles who joined, without invited people who have not accepted",
    "people",
    sum("new_members"),
    ["locale"],
  ),
  sign_ins: metric("Sign-ins", "count", sum("sign_ins")),
  orders: metric("Paid orders", "count", sum("orders"), [...ordered, "currency"], sales),
  gross_revenue: metric("Total of paid orders", "money", sum("gross_revenue"), ordered, sales),
  refunds: metric("Refunds", "money", sum("refunds"), ["coupon"], sales),
  net_revenue: metric(
    "Total of paid orders minus refunds",
    "money",
    { kind: "sum", of: "gross_revenue", less: "refunds" },
    ["coupon"],
    sales,
  ),
  aov: metric(
    "Average order value",
    "money",
    { kind: "ratio", of: "gross_revenue", per: "orders" },
    ["product_type", "product", "course", "plan", "coupon"],
    sales,
  ),
  mrr: metric(
    "Monthly recurring revenue at the end of each period",
    "money",
    { kind: "level", of: "mrr" },
    ["plan"],
    subscribing,
  ),
  new_subscriptions: metric("New subscriptions", "count", sum("new_subscriptions"), ["plan"], subscribing),
  churned_subscriptions: metric("Ended subscriptions", "count", sum("churned_subscriptions"), ["plan"], subscribing),
  event_registrations: metric("Registered seats at events", "count", sum("event_registrations"), ["event"]),
  attendance_rate: metric(
    "Share of registered seats whose attendees came, by the end date of the event",
    "percent",
    { kind: "ratio", of: "places_attended", per: "places_expected", percent: true, past: true },
    ["event"],
  ),
  page_views: metric("Views of public pages, without crawlers", "count", sum("page_views")),
  comments: metric("Visible comments", "count", sum("comments"), ["course"]),
} as const;

export type MetricName = keyof typeof table;
export const metrics: Readonly<Record<MetricName, Metric>> = table;
export const metricNames = typedKeys(table);
