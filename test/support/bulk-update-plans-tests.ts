import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { anonymous } from "#access/caller.ts";
import { type Sql, sql } from "#database/sql.ts";
import { countEnrolled, countSeats, extendEnrollments } from "#domain/learning/enrollments/enrollment-queries.ts";
import { storePercent } from "#domain/learning/progress/store-percent.ts";
import { completeEnrollments, keepActivityOf } from "#domain/learning/progress/store-progress.ts";
import type { Context } from "#domain/platform/context.ts";
import { now } from "./clock.ts";
import { type LargeLists, largeLists } from "./large-lists.ts";
import { excessOf, maxRatio } from "./list-plans.ts";
import { openPlanRecorder, type PlanRecorder, type RecordedPlan } from "./recorded-plans.ts";

const tables: ReadonlySet<string> = new Set(["members", "courses", "course_plans", "enrollments", "lecture_progress"]);

interface Row {
  id: string;
  courseId: string;
}

interface Update {
  /** The rows of all sites. */
  from: Sql;
  run: (context: Context, rows: readonly Row[]) => Promise<void>;
}

const byId = <Value>(rows: readonly Row[], value: Value) => new Map(rows.map(({ id }) => [id, value]));

const enrolled = sql`select site_id, id, course_id from enrollments`;

const updates: Readonly<Record<string, Update>> = {
  extendEnrollments: {
    from: enrolled,
    run: (context, rows) =>
      extendEnrollments(
        context,
        rows.map(({ id }) => ({ id, expiresAt: null })),
        now(),
      ),
  },
  completeEnrollments: {
    from: enrolled,
    run: (context, rows) => completeEnrollments(context, byId(rows, now()), now()),
  },
  storePercent: { from: enrolled, run: (context, rows) => storePercent(context, rows, now()) },
  countEnrolled: {
    from: sql`select site_id, id, id as course_id from courses`,
    run: (context, rows) => countEnrolled(context, byId(rows, 1), now()),
  },
  countSeats: {
    from: sql`select site_id, id, id as course_id from course_plans`,
    run: (context, rows) => countSeats(context, byId(rows, 1), now()),
  },
  keepActivityOf: {
    from: sql`select site_id, id, id as course_id from members`,
    run: (context, rows) => keepActivityOf(context, byId(rows, now())),
  },
};

/** After growth: with the statistics of an almost empty site beside 20 others, as before the next analysis. */
type State = "after growth" | "without statistics" | "analyzed";

interface Options {
  people: number;
  /** Numbers of rows that one statement updates. */
  counts: readonly number[];
  states: readonly State[];
}

/** Statements that update several rows, on a site of this many people. */
export function bulkUpdatePlansTests({ people, counts, states }: Options): void {
  void describe(`On a large site ${states.join(", then ")}, updates of several rows look them up by key`, () => {
    let world: LargeLists;
    let recorder: PlanRecorder;
    before(async () => {
      world = await largeLists(people, { tables });
      if (states.includes("after growth")) await world.analyze();
      await world.fill();
      recorder = openPlanRecorder(world.installation.database, world.installation.connection, { inTransactions: true });
    });
    after(async () => {
      await recorder.close();
      await world.installation.close();
    });

    async function plansOf({ from, run }: Update, count: number): Promise<RecordedPlan[]> {
      const { site } = world;
      const rows = await world.installation.database.many<Row>`
        select id, course_id from (${from}) as row where site_id = ${site.id} order by md5(id::text) limit ${count}`;
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
        for (const [name, update] of Object.entries(updates)) {
          for (const count of counts) {
            await t.test(`${name}: ${count} rows`, async () => {
              const plans = await plansOf(update, count);
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
