import type { Scope } from "#access/scopes.ts";
import type { Dimension } from "./dimensions.ts";

export const units = ["count", "people", "seconds", "percent", "money"] as const;
type Unit = (typeof units)[number];

/** What the roll-up counts (`counting/`): metrics are made of these. */
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

/** How a metric follows from what is counted. */
export type Formula =
  /** What happened in the period, less something. */
  | { kind: "sum"; of: Counter; less?: Counter }
  /** One sum divided by another; `percent` of it. What is not over yet counts for neither. */
  | { kind: "ratio"; of: Counter; per: Counter; percent?: boolean; past?: boolean }
  /** How it stands at the end, whenever it came about. */
  | { kind: "level"; of: Counter }
  /** Different people, whatever days are put together. */
  | { kind: "people" };

export interface Metric {
  means: string;
  unit: Unit;
  formula: Formula;
  dimensions: readonly Dimension[];
  /** Needed besides `analytics:read`. */
  scopes: readonly Scope[];
  /** Told for each currency by itself: sums of several mean nothing. */
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

/** Everything that can be asked for, in the order in which it is shown. Catalogue, scopes and checks read this table. */
const table = {
  enrollments: metric("People who were enrolled in a course", "count", sum("enrollments"), ["course", "source"]),
  active_students: metric("Different people who opened or watched a lecture", "people", { kind: "people" }, ["course"]),
  lectures_completed: metric("Completed lectures", "count", sum("lectures_completed"), ["course"]),
  courses_completed: metric("Completed courses", "count", sum("courses_completed"), ["course", "source"]),
  watch_seconds: metric("Seconds of films and recordings that were watched", "seconds", sum("watch_seconds"), [
    "course",
  ]),
  quiz_pass_rate: metric(
    "Share of the quizzes handed in that were passed",
    "percent",
    { kind: "ratio", of: "quizzes_passed", per: "quizzes_submitted", percent: true },
    ["course"],
  ),
  certificates: metric("Certificates that were issued", "count", sum("certificates"), ["course"]),
  new_members: metric("People who joined", "people", sum("new_members"), ["locale"]),
  sign_ins: metric("Sign-ins", "count", sum("sign_ins")),
  orders: metric("Orders that were paid", "count", sum("orders"), [...ordered, "currency"], sales),
  gross_revenue: metric("What paid orders came to", "money", sum("gross_revenue"), ordered, sales),
  refunds: metric("What was given back", "money", sum("refunds"), ["coupon"], sales),
  net_revenue: metric(
    "What paid orders came to, less what was given back",
    "money",
    { kind: "sum", of: "gross_revenue", less: "refunds" },
    ["coupon"],
    sales,
  ),
  aov: metric(
    "What a paid order came to on average",
    "money",
    { kind: "ratio", of: "gross_revenue", per: "orders" },
    ["product_type", "product", "course", "plan", "coupon"],
    sales,
  ),
  mrr: metric(
    "What subscriptions bring in a month, at the end of each period",
    "money",
    { kind: "level", of: "mrr" },
    ["plan"],
    subscribing,
  ),
  new_subscriptions: metric("Subscriptions that began", "count", sum("new_subscriptions"), ["plan"], subscribing),
  churned_subscriptions: metric(
    "Subscriptions that ended",
    "count",
    sum("churned_subscriptions"),
    ["plan"],
    subscribing,
  ),
  event_registrations: metric("Places at events that were taken", "count", sum("event_registrations"), ["event"]),
  attendance_rate: metric(
    "Share of the places at events, by the day on which they ended, whose people came",
    "percent",
    { kind: "ratio", of: "places_attended", per: "places_expected", percent: true, past: true },
    ["event"],
  ),
  page_views: metric("Public pages that were shown to people", "count", sum("page_views")),
  comments: metric("Comments that can be seen", "count", sum("comments"), ["course"]),
} as const;

export type MetricName = keyof typeof table;
export const metrics: Readonly<Record<MetricName, Metric>> = table;
export const metricNames = Object.keys(table) as [MetricName, ...MetricName[]];
