import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { schedule, startJobRunner } from "#domain/background/runner.ts";
import { openSchedule } from "#domain/platform/queue/schedule.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { day, hour, minute, second } from "../support/clock.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const tasks = schedule.filter(({ task }) => ["expire_orders", "purge", "roll_up"].includes(task));
/** Due after each minute, and once an hour. */
const final = ["expire_orders", "purge"];
const isFinal = (task: string) => final.includes(task);

void describe("Tasks whose effects are final", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  before(async () => {
    installation = await anInstallation();
    ({ database } = installation);
    await (await aRunner()).stop();
  });
  after(() => installation.close());
  beforeEach(async () => {
    await database.pool.query("truncate graphile_worker._private_known_crontabs, graphile_worker._private_jobs");
    await aProcess().look();
    await movedBy(hour);
  });

  const aRunner = (info: (details: object) => void = () => {}) =>
    startJobRunner({
      db: database,
      connection: installation.connection,
      clock: () => new Date(Date.now() + 365 * day),
      log: { info, warn: () => {}, error: () => {} },
    });

  /**
   * Moves all stored times into the past, as if the database's clock had advanced. The clock of the tests cannot move.
   */
  const movedBy = (milliseconds: number) =>
    database.run`
      update graphile_worker._private_known_crontabs
         set last_execution = last_execution - make_interval(secs => ${milliseconds / second}),
             known_since = known_since - make_interval(secs => ${milliseconds / second})`;

  function aProcess() {
    let elapsed = 0;
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const queueDue = openSchedule({ db: database, log, tasks, onClockReset: async () => {} }, () => elapsed);
    const queued = async () => {
      await queueDue();
      const { rows } = await database.pool.query<{ task: string }>(
        "with done as (delete from graphile_worker._private_jobs returning task_id) " +
          "select identifier as task from done join graphile_worker._private_tasks t on t.id = task_id order by 1",
      );
      return rows.map(({ task }) => task);
    };
    return {
      /** Looks at the schedule once, and returns the final tasks that it queued. */
      look: async () => (await queued()).filter(isFinal),
      /** The same, after the database's clock advanced by the first time, and this process by the second. */
      async lookAfter(clock: number, passed = clock) {
        await movedBy(clock);
        // The clock of the tests stands still.
        elapsed -= clock - passed;
        const found = await queued();
        assert.ok(clock < minute || found.includes("roll_up"), "Other tasks run immediately.");
        return found.filter(isFinal);
      },
    };
  }

  void test("run on schedule while the clock and the process agree", async () => {
    const server = aProcess();
    assert.deepEqual(await server.look(), [], "Another process may know that the clock jumped.");
    assert.deepEqual(await server.look(), final);
    assert.deepEqual(await server.lookAfter(hour), final);
    assert.deepEqual(await server.lookAfter(3 * hour), final, "The database was unreachable for hours.");
  });

  for (const [stop, name] of [
    [12 * hour, "a night"],
    [3.9 * day, "a long weekend"],
  ] as const) {
    void test(`run with the second look after a stop of ${name}`, async () => {
      const server = aProcess();
      assert.deepEqual(await server.lookAfter(stop), []);
      assert.deepEqual(await server.look(), final);
    });
  }

  void test("wait 20 minutes after a start whose clock is days ahead, once, and are due afterwards", async () => {
    const server = aProcess();
    assert.deepEqual(await server.lookAfter(366 * day), []);
    assert.deepEqual(await server.look(), []);
    assert.deepEqual(await server.lookAfter(10 * minute), []);
    const restarted = aProcess();
    assert.deepEqual(await restarted.lookAfter(9 * minute), [], "The wait goes on.");
    await database.pool.query(
      "update graphile_worker._private_known_crontabs set known_since = known_since - interval '1 minute'",
    );
    assert.deepEqual(await restarted.look(), final, "The restart did not begin the wait again.");
  });

  void test("wait 20 minutes after the clock jumped ahead, in every process", async () => {
    const [seeing, other] = [aProcess(), aProcess()];
    for (const server of [seeing, other]) await server.look();
    await seeing.look();
    const restarted = aProcess();
    assert.deepEqual(await restarted.lookAfter(day), [], "It cannot see the jump.");
    assert.deepEqual(await seeing.lookAfter(0, 5 * second - day), []);
    assert.deepEqual(await restarted.look(), []);
    assert.deepEqual(await other.look(), []);
    for (const server of [seeing, restarted]) assert.deepEqual(await server.lookAfter(9.9 * minute), []);
    assert.deepEqual(await other.lookAfter(minute), final);
  });

  void test("run with the next interval when the clock is set back", async () => {
    const server = aProcess();
    for (const expected of [[], final]) assert.deepEqual(await server.look(), expected);
    assert.deepEqual(await server.lookAfter(366 * day, 5 * second), []);
    await server.lookAfter(-366 * day, 5 * second);
    assert.ok((await server.lookAfter(minute)).includes("expire_orders"));
  });

  void test("do not wait because one machine was suspended while another one ran them", async () => {
    const [suspended, other] = [aProcess(), aProcess()];
    for (const server of [suspended, other]) await server.look();
    assert.deepEqual(await other.lookAfter(hour), final);
    await suspended.lookAfter(0, -day);
    assert.deepEqual(await suspended.lookAfter(hour), final);
  });

  void test("delete nothing that the clock of the database finds valid, or that was valid when they were queued", async () => {
    const at = Date.now();
    const site = await createSite(database, { origin: "https://ahead.example", name: "Ahead" }, new Date());
    await database.run`
      insert into rate_limits (site_id, digest, count, expires_at)
      values (${site.id}, 'a', 1, ${new Date(at + hour)}), (${site.id}, 'b', 1, ${new Date(at - hour)}),
             (${site.id}, 'c', 1, ${new Date(at - 3 * hour)})`;
    await database.pool.query(`
      select graphile_worker.add_job('purge');
      update graphile_worker._private_jobs set created_at = now() - interval '2 hours'`);
    const removed = Promise.withResolvers<Record<string, number>>();
    const info = (details: object) =>
      "removed" in details && removed.resolve(details.removed as Record<string, number>);
    const runner = await aRunner(info);
    assert.equal((await removed.promise)["rateLimits"], 1);
    await runner.stop();
  });
});
