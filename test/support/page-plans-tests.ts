import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { analyzeChanged } from "#database/analyze-changed.ts";
import { type LargeLists, largeLists } from "./large-lists.ts";
import { excessOf, maxRatio, page } from "./list-plans.ts";
import { pageRequests, plansOfPage, recordingApp } from "./page-plans.ts";
import { openPlanRecorder, type PlanRecorder } from "./recorded-plans.ts";

/** Pages that count resources of the whole site. */
const counting: ReadonlySet<string> = new Set(["/admin", "/llms.txt of a visitor", "/llms.txt"]);

/** Pages whose plans still depend on luck: by which states they are checked, and the reason. */
const dependent: Readonly<Record<string, { states: readonly State[]; reason: string }>> = {
  "/account": { states: ["after growth", "analyzed"], reason: "Two partial indexes fit the grants of a member." },
  "/admin/reviews": { states: [], reason: "No index has the reviews of a status." },
};

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
            const needed = counting.has(each.name) ? people : page;
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
