import type { MetricName } from "#domain/analytics/metrics.ts";
import { metrics } from "#domain/analytics/metrics.ts";
import { analyticsPages, coursePath, metricPath } from "#pages/admin/analytics/addresses.ts";
import { requestedPeriodOf, readPeriod } from "#pages/admin/analytics/period.ts";
import type { AdminSectionName } from "#pages/admin/sections.ts";
import { coursePage } from "#pages/views/admin/analytics/course.ts";
import { coursesPage } from "#pages/views/admin/analytics/courses.ts";
import type { Figure } from "#pages/views/admin/analytics/figure.ts";
import type { AnalyticsContext } from "#pages/views/admin/analytics/frame.ts";
import { metricPage } from "#pages/views/admin/analytics/metric.ts";
import { analyticsOverview } from "#pages/views/admin/analytics/overview.ts";
import type { Panel } from "#pages/views/admin/analytics/panels.ts";
import { revenuePage } from "#pages/views/admin/analytics/revenue.ts";
import { subscriptionsPage } from "#pages/views/admin/analytics/subscriptions.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import type { Names } from "./sample-views.ts";

const now = new Date("2026-11-18T09:05:00Z");
const courseId = "crs_01k9g2c8p4e6t0v3x5y7z9b1d3";

/** The analytics pages, with ample data and with none. */
export function sampleAnalytics(admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] {
  const page = admin("analytics");
  const shown = shownFor({});
  const quiet = shownFor({ period: "7d", compare: "none" });
  const figures = sampleFigures();
  const drawn = figures.filter(({ metric }) => drawnHere.has(metric));
  const [enrollments, , revenue] = drawn;
  const rows = [412, 96, 31, 7].map((value, index) => ({
    key: `${courseId}${index}`,
    name: index === 2 ? null : `${names.client} ${index + 1}`,
    value,
    suppressed: false,
    href: index === 0 ? coursePath(courseId) : undefined,
  }));
  const few = { key: "zh-TW", name: null, value: null, suppressed: true };
  const money = { unit: "money", currency: "USD" } as const;
  const inCourse = { ...shown, page: "courses", path: coursePath(courseId) } as const;
  return [
    [
      "admin-analytics",
      analyticsOverview(page, shown, {
        panels: drawn.map((figure, index) => panelOf(shown, figure, index)),
        figures: figures.filter((figure) => !drawn.includes(figure)),
      }),
    ],
    [
      "admin-analytics-none",
      analyticsOverview(page, quiet, {
        panels: [
          {
            figure: { ...enrollments!, ...nothing },
            trend: { ...panelOf(quiet, enrollments!, 0).trend, values: [0, 0, 0, 0, 0, 0, 0], before: undefined },
          },
        ],
        figures: [],
      }),
    ],
    [
      "admin-analytics-wrong",
      analyticsOverview(page, shownFor({ period: "own", from: "2026-11-31", to: "soon" }), { panels: [], figures: [] }),
    ],
    [
      "admin-analytics-metric",
      metricPage(
        page,
        { ...shown, path: metricPath("enrollments") },
        {
          metric: "enrollments",
          panels: [panelOf(shown, enrollments!, 1)],
          dimensions: ["course", "source"],
          dimension: "course",
          divisions: [{ by: "course", unit: "count", currency: null, rows, omitted: 12 }],
        },
      ),
    ],
    [
      "admin-analytics-metric-withheld",
      metricPage(page, shown, {
        metric: "new_members",
        panels: [panelOf(shown, enrollments!, 3)],
        dimensions: ["locale"],
        dimension: "locale",
        divisions: [
          {
            by: "locale",
            unit: "people",
            currency: null,
            rows: [{ ...few, key: "en", value: 7, suppressed: false }, few],
            omitted: 0,
          },
        ],
      }),
    ],
    [
      "admin-analytics-metric-money",
      metricPage(page, shown, {
        metric: "net_revenue",
        panels: [panelOf(shown, revenue!, 2), panelOf(shown, { ...revenue!, currency: "TWD" }, 4)],
        dimensions: ["coupon"],
        dimension: "coupon",
        divisions: [
          { by: "coupon", ...money, rows: [{ key: "", name: null, value: 120_000, suppressed: false }], omitted: 0 },
        ],
      }),
    ],
    [
      "admin-analytics-courses",
      coursesPage(
        page,
        { ...shown, page: "courses", path: analyticsPages.courses },
        {
          courses: [1, 2, 3].map((number) => ({
            id: courseId,
            name: `${names.client} ${number}`,
            enrollments: 1204 / number,
            activeStudents: 311 - number,
            lecturesCompleted: 4021,
            courseCompletions: 12 * number,
            averageProgressPercent: number === 3 ? null : 43.5,
            revenue:
              number === 1
                ? [
                    { amount: 1_234_500, currency: "USD" },
                    { amount: 45_000_00, currency: "TWD" },
                  ]
                : [],
          })),
          pages: { next: "/admin/analytics/courses?cursor=x" },
        },
      ),
    ],
    ["admin-analytics-courses-none", coursesPage(page, { ...shown, page: "courses" }, { courses: [], pages: {} })],
    [
      "admin-analytics-course",
      coursePage(page, inCourse, {
        name: names.client,
        panels: drawn.slice(0, 2).map((figure, index) => panelOf(shown, figure, index + 5)),
        figures: figures.filter(({ metric }) => metrics[metric].dimensions.includes("course")),
        funnel: sampleFunnel(names),
      }),
    ],
    [
      "admin-analytics-course-nobody",
      coursePage(page, inCourse, {
        name: names.client,
        panels: [],
        figures: [],
        funnel: { enrollments: 0, lectures: [] },
      }),
    ],
    [
      "admin-analytics-revenue",
      revenuePage(
        page,
        { ...shown, page: "revenue", path: analyticsPages.revenue },
        {
          by: "product",
          currencies: ["USD", "TWD"].map((currency) => ({
            currency,
            orders: 214,
            gross: 1_204_300,
            refunds: 20_000,
            net: 1_184_300,
            averageOrder: 5627,
            trend: panelOf(shown, { ...revenue!, currency }, 8).trend,
            division: {
              by: "product",
              ...money,
              currency,
              rows: rows.map((row) => ({ ...row, href: undefined, value: row.value * 1000 })),
              omitted: 3,
            },
          })),
        },
      ),
    ],
    ["admin-analytics-revenue-none", revenuePage(page, { ...shown, page: "revenue" }, { by: "plan", currencies: [] })],
    [
      "admin-analytics-subscriptions",
      subscriptionsPage(
        page,
        { ...shown, page: "subscriptions", path: analyticsPages.subscriptions },
        {
          started: 31,
          ended: 9,
          currencies: [
            {
              currency: "USD",
              mrrBefore: 410_000,
              mrrNew: 62_000,
              mrrExpansion: 4000,
              mrrContraction: 1500,
              mrrChurned: 18_000,
              mrr: 456_500,
              netChurnPercent: 3.8,
              payingSubscribers: 231,
              averageRevenuePerUser: 1976,
              trend: panelOf(shown, revenue!, 6).trend,
            },
          ],
        },
      ),
    ],
    [
      "admin-analytics-subscriptions-none",
      subscriptionsPage(page, { ...shown, page: "subscriptions" }, { started: 0, ended: 0, currencies: [] }),
    ],
  ];
}

const shownFor = (query: Record<string, string>): AnalyticsContext => ({
  period: readPeriod(query, "Asia/Taipei", now),
  page: "overview",
  path: analyticsPages.overview,
  pages: ["overview", "courses", "revenue", "subscriptions"],
  computedThrough: now,
});

const nothing = { value: 0, previous: null, changePercent: null };

const drawnHere: ReadonlySet<MetricName> = new Set(["enrollments", "active_students", "net_revenue", "watch_seconds"]);

/** Every metric, with values of its magnitude. */
const sampleFigures = (): Figure[] =>
  (Object.keys(metrics) as MetricName[]).map((metric, index) => {
    const { unit } = metrics[metric];
    const value = { count: 214, people: 1203, seconds: 412_000, percent: 87.5, money: 1_234_550 }[unit];
    const changed = [12.4, -8, 0, null][index % 4]!;
    return {
      metric,
      unit,
      currency: unit === "money" ? "USD" : null,
      value: metric === "attendance_rate" ? null : value,
      previous: changed === null ? 0 : Math.round(value / (1 + changed / 100)),
      changePercent: changed,
    };
  });

/** A chart of values with a weekly pattern, varied by `seed`. One day is suppressed. */
function panelOf({ period }: AnalyticsContext, figure: Figure, seed: number): Panel {
  const { from, to } = requestedPeriodOf(period);
  const days = Math.round((to.getTime() - from.getTime()) / 86_400_000);
  const size = (figure.value ?? 0) / days;
  const value = (day: number, shift: number) =>
    Math.round(
      size * (1 + 0.35 * Math.sin((day + shift) / 1.1) + 0.3 * Math.sin((day * (seed + 3)) / 7) + day / days / 2),
    );
  return {
    figure,
    trend: {
      points: Array.from({ length: days }, (_, day) => new Date(from.getTime() + day * 86_400_000)),
      to,
      values: Array.from({ length: days }, (_, day) => (seed === 3 && day === 9 ? null : value(day, 0))),
      before: period.comparison === "none" ? undefined : Array.from({ length: days }, (_, day) => value(day, 2.5)),
    },
  };
}

const sampleFunnel = (names: Names) => ({
  enrollments: 1204,
  lectures: Array.from({ length: 9 }, (_, index) => {
    const started = Math.round(1100 * 0.86 ** index);
    const completed = Math.round(started * 0.9);
    return {
      lectureId: `lec_${index}`,
      title: `${names.client} ${index + 1}`,
      sectionTitle: `${names.site} ${Math.floor(index / 3) + 1}`,
      started,
      completed,
      startedPercent: Math.round((started / 1204) * 1000) / 10,
      completedPercent: Math.round((completed / 1204) * 1000) / 10,
      dropOffPercent: index === 4 ? 0 : 14,
    };
  }),
});
