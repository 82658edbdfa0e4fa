import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type LargeLists, largeLists } from "./large-lists.ts";
import { allLists, excessOf, maxRatio, page, requestsTo, runner } from "./list-plans.ts";
import { openPlanRecorder, type PlanRecorder } from "./recorded-plans.ts";

const counts = "Each row has a count of related rows. In this test one row has all of them.";
const related = "Related rows of a page, or all that an expansion includes. In this test one row has all of them.";
const parent = "The parent in the path is looked up by key and deleted_at, for which any index looks as good.";
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
  "GET /coupons/:coupon/redemptions": parent,
  "GET /forms/:id/submissions": parent,
  "GET /pages/:page/revisions": parent,
  "GET /webhook_events": newest,
};

/** Every order, a second page and all expansions of lists, on a site of this many people, in both states. */
export function listPlansTests({ people, lists }: { people: number; lists: RegExp }): void {
  void describe("On a large site lists read at most four times the rows that they need", () => {
    let world: LargeLists;
    let recorder: PlanRecorder;
    let run: ReturnType<typeof runner>;
    before(async () => {
      world = await largeLists(people);
      recorder = openPlanRecorder(world.installation.database, world.installation.connection);
      run = runner(world, recorder);
    });
    after(async () => {
      await recorder.close();
      await world.installation.close();
    });

    for (const state of ["without statistics", "analyzed"] as const) {
      void test(state, async (t) => {
        if (state === "analyzed") await world.analyze();
        for (const list of allLists().filter(({ name }) => lists.test(name))) {
          await t.test(list.name, async () => {
            const maxRows = maxRatio * (list.name in exceptions ? people : page);
            const requests = requestsTo(list, world).filter(({ filter }) => filter === undefined);
            for (const { input } of requests) {
              const plans = (await run.plansOf(list.operation, input)) ?? [];
              const excess = plans.flatMap((plan) => excessOf(plan, maxRows));
              assert.deepEqual(excess, [], JSON.stringify(input));
            }
          });
        }
      });
    }
  });
}
