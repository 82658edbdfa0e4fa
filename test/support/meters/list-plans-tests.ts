import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { analyzeChanged } from "#database/analyze-changed.ts";
import { type LargeLists, largeLists } from "../worlds/large-lists.ts";
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

/** The table of each list, to which its exception does not apply. */
const ownTables: Readonly<Record<string, string>> = {
  "list_enrollments: listEnrollments": "enrollments",
  "GET /enrollments": "enrollments",
  "GET /certificates": "certificates",
  "GET /digital_products": "digital_products",
  "GET /consulting_services": "consulting_services",
  "GET /consulting_bookings": "consulting_bookings",
};

const mayReadAll = (list: string, table: string | undefined): boolean =>
  list in exceptions && table !== ownTables[list];

const few = "No index: a school has few such rows, or each value matches many.";
const skewed = "In this test one row has all related rows, of which none or few match.";
const neighbors = "The planner prefers another index, whose rows are neighbors on disk.";
const elsewhere = "The condition is about rows of another table, to which rows of the list refer.";

/** Filters for which lists may read all of their rows, with the reason. */
const unbounded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "GET /comments": { authorRole: few, commentableType: few },
  "GET /coupons": { productType: few, status: few },
  "GET /courses/:course/lectures": { isPreview: few, kind: few, sectionId: skewed, status: few },
  "GET /courses/:course/plans": { active: few },
  "GET /courses/:course/sections": { status: few },
  "GET /files": { unused: elsewhere, visibility: few },
  "GET /forms": { status: few },
  "GET /groups/:id/students": {
    courseId: skewed,
    enrolledAt: skewed,
    groupId: skewed,
    inactiveSince: skewed,
    progressPercent: skewed,
  },
  "GET /invitations": { status: few },
  "GET /jobs": { dryRun: few, finishedAt: few },
  "GET /jobs/:id/results": { status: few },
  "GET /lecture_progress": { completed: few, courseId: elsewhere, studentId: elsewhere },
  "GET /lectures/:lectureId/attachments": { kind: few },
  "GET /members": { hasActiveSubscription: skewed, planId: skewed },
  "GET /orders/:id/payments": { status: few },
  "GET /pages": { locale: few, pageType: few, status: few },
  "GET /suppressed_addresses": { reason: few },
  "admin_list_courses: listCourses": { courseType: few, level: few, visibility: few },
  "admin_list_events: listEvents": { format: few, status: few },
  "admin_list_membership_plans: listMembershipPlans": { planType: few, status: few, visible: few },
  "admin_list_posts: listPosts": { access: few },
  "list_event_registrations: listEventRegistrations": { checkedIn: few, status: few },
  "list_events: browseEvents": { categoryId: skewed },
  "list_quiz_attempts: listQuizAttempts": { passed: few },
  "list_reviews: listReviews": { rating: few, status: few },
  "list_submissions: listSubmissions": { status: few },
  "search: searchCatalog": { query: "All items have the word." },
  "GET /webhook_endpoints/:id/deliveries": { createdAt: neighbors, eventType: few, status: few },
};

/**
 * After growth: with plans that were cached when the tables were almost empty, after the next analysis that the server
 * runs every minute.
 */
type State = "without statistics" | "after growth" | "analyzed";

interface Options {
  people: number;
  lists: RegExp;
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
    /** The tables of all indexes. */
    let tableOf: ReadonlyMap<string, string>;
    before(async () => {
      world = await largeLists(people, { tables, isVaried: filters });
      recorder = openPlanRecorder(world.installation.database, world.installation.connection);
      run = runner(world, recorder);
      tableOf = await tablesByName(world);
      if (states.includes("after growth")) await cachePlans();
      await world.fill();
    });
    after(async () => {
      await recorder.close();
      await world.installation.close();
    });
    const requested = allLists().filter(({ name }) => lists.test(name));
    const requestsOf = (list: (typeof requested)[number], isFiltered: boolean) =>
      requestsTo(list, world).filter(({ filter }) =>
        filter === undefined ? true : isFiltered && unbounded[list.name]?.[filter] === undefined,
      );

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
        for (const list of requested) {
          await t.test(list.name, async () => {
            const excess: string[] = [];
            for (const request of requestsOf(list, filters && state !== "after growth")) {
              const needed = await run.rowsNeeded(list.operation, request);
              const maxRows = (table: string | undefined) =>
                maxRatio * (mayReadAll(list.name, table) ? people : needed);
              const plans = (await run.plansOf(list.operation, request.input)) ?? [];
              const found = plans.flatMap((plan) => excessOf(plan, (name) => maxRows(tableOf.get(name))));
              if (found.length > 0) excess.push(`${request.name} ${JSON.stringify(request.input)}`, ...found);
            }
            assert.deepEqual(excess, []);
          });
        }
      });
    }
  });
}

async function tablesByName({ installation: { database } }: LargeLists): Promise<ReadonlyMap<string, string>> {
  const named = await database.many<{ name: string; table: string }>`
    select relname as name, relname as table from pg_class where relkind = 'r'
    union all select indexname, tablename from pg_indexes`;
  return new Map(named.map(({ name, table }) => [name, table]));
}
