import { setupSteps } from "#domain/analytics/today/setup.ts";
import { waitingKinds } from "#domain/analytics/today/waiting-work.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { overview, type Today } from "#pages/views/admin/overview.ts";
import type { Names } from "./sample-views.ts";

/** The first page of the admin area: with everything, and of a school without anything. */
export function sampleToday(page: AdminPage, names: Names): [string, string][] {
  const startsAt = new Date(Date.UTC(2026, 10, 30, 9, 30));
  const busy: Today = {
    waiting: waitingKinds.map((kind, index) => ({ kind, count: index === 0 ? 100 : index })),
    figures: [
      { metric: "gross_revenue", unit: "money", currency: "USD", value: 123_400 },
      { metric: "enrollments", unit: "count", currency: null, value: 1204 },
      { metric: "courses_completed", unit: "count", currency: null, value: 0 },
    ],
    coming: [
      { kind: "event", name: names.client, startsAt, person: null, href: "/events/knots" },
      { kind: "session", name: names.site, startsAt, person: names.person, href: undefined },
    ],
    setup: { look: true, course: false, payments: true, sender: false, people: false },
    hasAnalytics: true,
  };
  const nothing: Today = { waiting: [], figures: [], coming: [], setup: undefined, hasAnalytics: false };
  return [
    ["admin", overview(page, busy)],
    [
      "admin-quiet",
      overview(page, {
        ...nothing,
        setup: Object.fromEntries(setupSteps.map((step) => [step, true])) as Today["setup"],
      }),
    ],
  ];
}
