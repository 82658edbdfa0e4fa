import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { computedThrough, sumsEver, whole } from "#domain/analytics/read-rollups.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { startJobRunner } from "#domain/background/runner.ts";
import { rollUp } from "#domain/analytics/jobs/roll-up.ts";
import { addMember } from "#domain/people/members/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { aSiteContext } from "./support.ts";

const noon = new Date("2027-01-31T12:00:00.000Z");
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);

void describe("Rollups of all schools, computed each minute", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  before(async () => {
    installation = await anInstallation();
    ({ database } = installation);
  });
  after(() => installation.close());

  async function aSchool() {
    const context = (await aSiteContext(database))();
    const courseId = newId();
    await insertCourse(context, { id: courseId, slug: courseId, name: "Knots", status: "published" }, noon);
    return {
      context,
      async enroll(count: number) {
        for (let index = 0; index < count; index++) {
          const email = `${newId()}@school.example`;
          const { id: studentId } = await perform(addMember, context, { email, roles: ["student"], name: "Ada" });
          const row = { id: newId(), studentId, courseId, startsAt: noon, enrolledAt: noon };
          await insertEnrollment(context, row, noon);
        }
      },
      enrollments: async () => (await sumsEver(context, ["enrollments"], whole))[0]?.value ?? 0,
      computedThrough: () => computedThrough(context),
    };
  }

  void test("cover every site up to the start of the run", async () => {
    const [here, there] = [await aSchool(), await aSchool()];
    assert.deepEqual(await here.computedThrough(), new Date(0));
    await Promise.all([here.enroll(3), there.enroll(2)]);
    assert.equal(await rollUp(database, noon), 2);
    assert.deepEqual([await here.enrollments(), await there.enrollments()], [3, 2]);
    assert.deepEqual([await here.computedThrough(), await there.computedThrough()], [noon, noon]);
    assert.equal(await rollUp(database, minutes(1)), 0);
    assert.deepEqual(await here.computedThrough(), minutes(1));
    // A run that began earlier and ends later.
    await rollUp(database, noon);
    assert.deepEqual(await here.computedThrough(), minutes(1));
  });

  void test("mark only the site whose run was interrupted as incomplete until the rest is done", async () => {
    const [busy, quiet] = [await aSchool(), await aSchool()];
    await rollUp(database, minutes(2));
    await busy.enroll(5);
    await rollUp(database, minutes(3), { stopping: AbortSignal.abort() });
    assert.deepEqual([await busy.computedThrough(), await quiet.computedThrough()], [minutes(2), minutes(3)]);
    assert.equal(await busy.enrollments(), 0);
    await rollUp(database, minutes(4), { stopping: AbortSignal.abort() });
    assert.deepEqual(await busy.computedThrough(), minutes(2));
    await rollUp(database, minutes(5), { maxRows: 2 });
    assert.deepEqual([await busy.computedThrough(), await busy.enrollments()], [minutes(5), 5]);
  });

  void test("are completed by a job although the previous process was killed during one", async () => {
    const school = await aSchool();
    await school.enroll(4);
    const { connection } = installation;
    const done = Promise.withResolvers<void>();
    const log = { info: (details: object) => "sites" in details && done.resolve(), warn() {}, error() {} };
    const start = () => startJobRunner({ db: database, connection, clock: () => minutes(9), log });
    const add = () => database.pool.query("select graphile_worker.add_job('roll_up', max_attempts => 1)");
    await (await start()).stop();
    await add();
    // Its lock stays, like that of a killed process.
    await database.pool.query(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1",
    );
    const runner = await start();
    try {
      await add();
      await done.promise;
    } finally {
      await runner.stop();
    }
    assert.deepEqual([await school.enrollments(), await school.computedThrough()], [4, minutes(9)]);
    const { rows } = await database.pool.query<{ identifier: string }>(
      "select identifier from graphile_worker._private_known_crontabs where identifier = 'roll_up'",
    );
    assert.deepEqual(rows, [{ identifier: "roll_up" }]);
  });
});
