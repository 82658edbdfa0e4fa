import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { analyzeChanged } from "#database/analyze-changed.ts";
import { maxOffers } from "#domain/public-catalog/documents/pricing.ts";
import { formStatuses } from "#domain/content/forms/form.ts";
import { deliveryStatuses } from "#domain/webhooks/deliveries/webhook-delivery.ts";
import { commentKinds } from "#pages/views/admin/reviews/comments.ts";
import { reviewFilters } from "#pages/views/admin/reviews/reviews.ts";
import { type LargeLists, largeLists } from "../worlds/large-lists.ts";
import { excessOf, maxRatio, page } from "./list-plans.ts";
import { plansOfPage, recordingApp } from "./page-plans.ts";
import { pageRequests } from "../browsers/page-requests.ts";
import { openPlanRecorder, type PlanRecorder } from "./recorded-plans.ts";

/** Rows that a page needs if it is not a list page, with the reason. */
const needs: Readonly<Record<string, (people: number) => number>> = {
  "/admin": counted,
  // The total above a list, which stops at 10,000.
  "/admin/members": counted,
  "/admin/members?role=student": counted,
  "/admin/members?status=active": counted,
  "/admin/members?q=w2w": counted,
  "/llms.txt of a visitor": counted,
  "/llms.txt": counted,
  "/certificates/status/0": counted,
  // The newest attempts at the quizzes of the course.
  "/admin/submissions/students?course={id}": () => 2000,
  "/pricing.md of a visitor": () => maxOffers,
  "/pricing.md": () => maxOffers,
  // All sessions that the member has acquired, to sum up those of each service.
  "Member API: viewer.consultingServices": () => 120,
  // The choices of the filters, read once until the content changes.
  "/courses of a visitor": () => 2000,
  "/courses": () => 2000,
  // Plans and pages that have the words, sorted together.
  "/search?q=w2w of a visitor": () => 1000,
  "/search?q=w2w": () => 1000,
  // All sessions that the member has acquired.
  "/account/events": () => 1200,
  "/admin/analytics": figures,
  "/admin/analytics/courses": figures,
  "/admin/analytics/revenue": figures,
  "/admin/analytics/metrics/enrollments": figures,
  // The certificates of up to 200 members who match.
  "/admin/certificates?search=w2w": () => 201,
};

/** Counts resources of the whole site. */
function counted(people: number): number {
  return people;
}

/** One per day and course; which index finds those of a course: `domain/rollup-plans.test.ts`. */
function figures(): number {
  return 29 * 500;
}

/** A filter for which no index exists: pages of frequent values are read in list order, all rows for rare ones. */
const withoutIndex = (path: string, values: readonly string[], reason: string) =>
  values.map((value) => [`${path}${value}`, { states: [], reason }] as const);

/** Pages whose plans still depend on luck: by which states they are checked, and the reason. */
const dependent: Readonly<Record<string, { states: readonly State[]; reason: string }>> = Object.fromEntries([
  ["/account", { states: ["after growth", "analyzed"], reason: "Two partial indexes fit the grants of a member." }],
  ...["/account/delete", "/account/merge"].map(
    (path) =>
      [
        path,
        {
          states: ["after growth", "analyzed"] as const,
          reason: "Without statistics, each index of the lecturers looks as good as that of their members.",
        },
      ] as const,
  ),
  ["/admin/members/{id}", { states: [], reason: "A merge names members in two columns, each with an index." }],
  ["/admin/reviews", { states: [], reason: "No index has the reviews of a status." }],
  ...withoutIndex("/admin/reviews?status=", reviewFilters, "No index has the reviews of a status."),
  ...withoutIndex("/admin/comments?status=all&kind=", commentKinds, "No index has the comments of a kind."),
  ...withoutIndex("/admin/submissions?status=", ["graded", "returned"], "No index has the submissions of a status."),
  ...withoutIndex(
    "/admin/developers/documents?state=",
    ["reviewed", "blocked"],
    "Without statistics, the index of the time looks as good as that of the state.",
  ),
  ...withoutIndex("/admin/forms?status=", formStatuses, "No index has the forms of a status, of which a site has few."),
  ...withoutIndex("/admin/webhooks/{id}?status=", deliveryStatuses, "No index has the deliveries of a status."),
  ...withoutIndex("/admin/forms/{id}/submissions?q=", ["w2w"], "One form has all submissions in this test."),
]);

/** As in `list-plans-tests.ts`. */
type State = "without statistics" | "after growth" | "analyzed";

interface Options {
  people: number;
  pages: RegExp;
  states: readonly State[];
  tables?: ReadonlySet<string>;
}

/** Pages of visitors and members, and the Member API, on a site with this many people. */
export function pagePlansTests({ people, pages, states, tables }: Options): void {
  void describe("On a large site pages read at most four times the rows that they need", () => {
    let world: LargeLists;
    let recorder: PlanRecorder;
    let app: FastifyInstance;
    before(async () => {
      world = await largeLists(people, { tables, isSpread: true });
      recorder = openPlanRecorder(world.installation.database, world.installation.connection);
      app = recordingApp(world, recorder);
      if (states.includes("after growth")) await cachePlans();
      await world.fill();
    });
    after(async () => {
      await app.close();
      await recorder.close();
      await world.installation.close();
    });
    const requests = () => pageRequests(world).filter(({ name }) => pages.test(name));

    async function cachePlans(): Promise<void> {
      recorder.usePlans("cached");
      for (const each of requests()) await plansOfPage(app, recorder, each);
      recorder.usePlans("new");
    }

    const enter: Record<State, () => Promise<void>> = {
      "without statistics": async () => {},
      async "after growth"() {
        await analyzeChanged(world.installation.database);
        recorder.usePlans("cached");
      },
      async analyzed() {
        await world.analyze();
        recorder.usePlans("new");
      },
    };

    for (const state of states) {
      void test(state, async (t) => {
        await enter[state]();
        for (const each of requests().filter(({ name }) => dependent[name]?.states.includes(state) !== false)) {
          await t.test(each.name, async () => {
            const needed = needs[each.name]?.(people) ?? page;
            const plans = await plansOfPage(app, recorder, each);
            assert.deepEqual(
              plans.flatMap((plan) => excessOf(plan, maxRatio * needed)),
              [],
            );
          });
        }
      });
    }
  });
}
