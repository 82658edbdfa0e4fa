import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { anonymous } from "#access/caller.ts";
import { bulkLocks } from "./bulk-locks.ts";
import { bulkUpdates, type Update } from "./bulk-updates.ts";
import { now } from "../clock.ts";
import { type LargeLists, largeLists } from "../worlds/large-lists.ts";
import { excessOf, maxRatio } from "./list-plans.ts";
import { openPlanRecorder, type PlanRecorder, type RecordedPlan } from "./recorded-plans.ts";

const tables: ReadonlySet<string> = new Set([
  "attachments",
  "comments",
  "coupon_redemptions",
  "coupons",
  "course_plans",
  "courses",
  "enrollments",
  "event_tickets",
  "events",
  "form_submissions",
  "forms",
  "lecture_progress",
  "lecturers",
  "lectures",
  "members",
  "membership_plans",
  "order_lines",
  "orders",
  "reviews",
  "sections",
  "subscriptions",
]);

/** After growth: with the statistics of an almost empty site beside 20 others, as before the next analysis. */
type State = "after growth" | "without statistics" | "analyzed";

interface Options {
  people: number;
  /** Numbers of rows that one statement updates or locks. */
  counts: readonly number[];
  states: readonly State[];
}

/** Statements that update or lock several rows, on a site of this many people. */
export function bulkUpdatePlansTests({ people, counts, states }: Options): void {
  void describe(`On a large site ${states.join(", then ")}, updates and locks of several rows look them up by key`, () => {
    let world: LargeLists;
    let recorder: PlanRecorder;
    before(async () => {
      world = await largeLists(people, { tables, isSpread: true });
      if (states.includes("after growth")) await world.analyze();
      await world.fill();
      await giveOrders(world);
      recorder = openPlanRecorder(world.installation.database, world.installation.connection, { inTransactions: true });
    });
    after(async () => {
      await recorder.close();
      await world.installation.close();
    });

    async function plansOf(test: string, { from, run }: Update, count: number): Promise<RecordedPlan[]> {
      const { site } = world;
      // Others in each test, because rows that were changed have further versions.
      const rows = await world.installation.database.many<never>`
        select * from (${from}) as row where site_id = ${site.id} order by md5(id::text || ${test}) limit ${count}`;
      assert.equal(rows.length, count);
      recorder.take();
      await recorder.database.transaction((db) =>
        run({ db, site, now: now(), caller: anonymous, requestId: null, address: null }, rows),
      );
      return recorder.take();
    }

    for (const state of states) {
      void test(state, async (t) => {
        if (state === "analyzed") await world.analyze();
        for (const [name, update] of Object.entries({ ...bulkLocks, ...bulkUpdates })) {
          if (update.hasOneRow && state === "after growth") continue;
          for (const count of counts) {
            await t.test(`${name}: ${count} rows`, async () => {
              const plans = await plansOf(`${name} ${state}`, update, count);
              assert.ok(plans.length > 0, "No statement was recorded.");
              assert.deepEqual(
                plans.flatMap((plan) => excessOf(plan, maxRatio * count)),
                [],
              );
            });
          }
        }
      });
    }
  });
}

/** Each redemption of a coupon gets an order. */
const giveOrders = ({ site, installation }: LargeLists) =>
  installation.database.run`
    update coupon_redemptions set order_id = numbered.order_id
      from (select redemption.id, orders.id as order_id
              from (select id, row_number() over (order by id) as number from coupon_redemptions
                     where site_id = ${site.id}) as redemption
              join (select id, row_number() over (order by id) as number from orders
                     where site_id = ${site.id}) as orders using (number)) as numbered
     where coupon_redemptions.site_id = ${site.id} and coupon_redemptions.id = numbered.id`;
