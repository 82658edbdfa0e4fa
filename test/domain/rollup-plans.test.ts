import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { everOf, peopleIn, sumsEver, sumsIn } from "#domain/analytics/read-rollups.ts";
import { sql } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { day } from "../support/clock.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { insertRollups } from "../support/worlds/large-rollups.ts";
import { openPlanRecorder, type PlanRecorder } from "../support/meters/recorded-plans.ts";
import { nodesOf, readBy } from "../support/meters/query-plans.ts";

const ids = Array.from({ length: 300 }, newId);
const few = ids.slice(0, 20);
const cut = { dimension: "course", keys: few, divided: true };
const today = Math.floor(Date.now() / day) * day;
const period = { from: new Date(today - 30 * day), to: new Date(today - 2 * day) };

void describe("Figures of some courses are looked up by the course, not among those of all courses", () => {
  let installation: TestInstallation;
  let recorder: PlanRecorder;
  let siteId: string;
  before(async () => {
    installation = await anInstallation();
    const { database, connection } = installation;
    const content = { origin: "https://figures.example.test", name: "Figures", description: "", settings: {} };
    ({ id: siteId } = await createSite(database, content, new Date()));
    await insertRollups(database.pool, siteId, ids);
    recorder = openPlanRecorder(database, connection);
  });
  after(async () => {
    await recorder.close();
    await installation.close();
  });

  for (const state of ["without statistics", "analyzed"]) {
    void test(state, async () => {
      if (state === "analyzed") await installation.database.pool.query("analyze");
      await recorder.database.snapshot(async (db) => {
        const scope = { db, site: { id: siteId } as never };
        recorder.take();
        assert.equal((await sumsIn(scope, ["enrollments", "gross_revenue"], [period], cut)).length, 40);
        assert.equal((await sumsEver(scope, ["enrollments"], cut)).length, 20);
        assert.equal((await peopleIn(scope, [period], cut)).length, 20);
        await db.many`
          select requested.key, rollups.value from unnest(${few}::text[]) as requested (key)
            left join ${everOf(siteId, "enrollments", "course", sql`requested.key`)} on true`;
      });
      const scans = recorder.take().flatMap(({ plan }) => nodesOf(plan).filter((node) => "Index Name" in node));
      assert.deepEqual(
        scans.map((node) => [node["Index Name"], readBy(node)]),
        [
          ["rollups_of_key", 2 * 20 * 28],
          ["rollups_of_key", 20],
          ["active_learners_of_key", 20 * 28],
          ["rollups_of_key", 20],
        ],
      );
    });
  }
});
