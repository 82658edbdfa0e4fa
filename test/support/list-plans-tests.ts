import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { analyzeChanged } from "#database/analyze-changed.ts";
import { type LargeLists, largeLists } from "./large-lists.ts";
import { allLists, excessOf, maxRatio, requestsTo, runner } from "./list-plans.ts";
import { openPlanRecorder, type PlanRecorder } from "./recorded-plans.ts";

const counts = "Each row has a count of related rows. In this test one row has all of them.";
const related = "Related rows of a page, or all that an expansion includes. In this test one row has all of them.";
const aggregated = "Tags are listed by the number of their uses, so all rows are counted.";
const newest = "The feed has no order that a site's index could end early without its sequence.";

/** Lists that may read rows of other tables once per site, but never once per row, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "GET /course_categories": counts,
  "GET /lecturers": counts,
  "GET /lecturers/:lecturer/courses": counts,
  "admin_list_lecturers: listLecturers": counts,
  "list_lecturers: browseLecturers": counts,
  "list_my_notifications: showInbox": counts,
  "list_courses: browseCourses": related,
  "list_my_courses: listOwnCourses": related,
  "list_my_digital_products: listOwnProducts": related,
  "list_my_consulting_services: listOwnConsulting": related,
  "list_my_events: listOwnEvents": related,
  "list_enrollments: listEnrollments": related,
  "list_orders: listOrders": related,
  "GET /analytics/courses": related,
  "GET /members/:id/activity": related,
  "GET /courses": related,
  "GET /courses/:course/reviews": related,
  "GET /reviews": related,
  "GET /enrollments": related,
  "GET /quiz_attempts": related,
  "GET /submissions": related,
  "GET /certificates": related,
  "GET /orders": related,
  "GET /events": related,
  "GET /event_registrations": related,
  "GET /membership_plans": related,
  "GET /posts": related,
  "GET /digital_products": related,
  "GET /consulting_services": related,
  "GET /consulting_bookings": related,
  "GET /webhook_events": newest,
  "GET /tags": aggregated,
};

/**
 * Lists that still depend on statistics: without them, the planner finds the few published rows of a site by another
 * index than that of the status. They are checked in the other states.
 */
const dependent: ReadonlySet<string> = new Set([
  "list_digital_products: browseDigitalProducts",
  "list_consulting_services: browseConsultingServices",
  "list_posts: browsePosts",
]);

/**
 * After growth: with plans that were cached when the tables were almost empty, after the next analysis that the server
 * runs every minute.
 */
type State = "without statistics" | "after growth" | "analyzed";

interface Options {
  people: number;
  lists: RegExp;
  /** Filters of a small site match so few rows that the planner rightly reads all of them. */
  filters: boolean;
  states: readonly State[];
  /** The tables with many rows; all by default. */
  tables?: ReadonlySet<string>;
}

/** Every order, filter, second page and all expansions of lists, on a site of this many people. */
export function listPlansTests({ people, lists, filters, states, tables }: Options): void {
  void describe("On a large site lists read at most four times the rows that they need", () => {
    let world: LargeLists;
    let recorder: PlanRecorder;
    let run: ReturnType<typeof runner>;
    before(async () => {
      world = await largeLists(people, { tables });
      recorder = openPlanRecorder(world.installation.database, world.installation.connection);
      run = runner(world, recorder);
      if (states.includes("after growth")) await cachePlans();
      await world.fill();
    });
    after(async () => {
      await recorder.close();
      await world.installation.close();
    });
    const requested = allLists().filter(({ name }) => lists.test(name));
    const isChecked = (name: string, state: State) => !(state === "without statistics" && dependent.has(name));
    const requestsOf = (list: (typeof requested)[number], isFiltered: boolean) =>
      requestsTo(list, world).filter(({ filter }) => isFiltered || filter === undefined);

    async function cachePlans(): Promise<void> {
      recorder.usePlans("cached");
      for (const list of requested) {
        for (const { input } of requestsOf(list, false)) await run.plansOf(list.operation, input);
      }
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
        for (const list of requested.filter(({ name }) => isChecked(name, state))) {
          await t.test(list.name, async () => {
            const excess: string[] = [];
            for (const request of requestsOf(list, filters && state !== "after growth")) {
              const needed = list.name in exceptions ? people : await run.rowsNeeded(list.operation, request);
              const plans = (await run.plansOf(list.operation, request.input)) ?? [];
              const found = plans.flatMap((plan) => excessOf(plan, maxRatio * needed));
              if (found.length > 0) excess.push(`${request.name} ${JSON.stringify(request.input)}`, ...found);
            }
            assert.deepEqual(excess, []);
          });
        }
      });
    }
  });
}
