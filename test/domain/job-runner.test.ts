import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { openRelease } from "#domain/platform/queue/release-abandoned.ts";
import { type JobRunner, schedule, startJobRunner } from "#domain/background/runner.ts";
import { openSchedule } from "#domain/platform/queue/schedule.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { aProxyTo } from "../support/doubles/tcp-proxy.ts";
import { until } from "../support/until.ts";

const now = new Date();

interface ARunner extends JobRunner {
  /** Counts of purged rows, in the order in which the runs ended. */
  runs: Record<string, number>[];
  /** Warnings and errors in the log. */
  complaints: string[];
}

void describe("The job runner", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  before(async () => {
    installation = await anInstallation();
    ({ database } = installation);
  });
  after(() => installation.close());

  async function aRunner(connection = installation.connection, onComplaint = () => {}): Promise<ARunner> {
    const runs: ARunner["runs"] = [];
    const complaints: string[] = [];
    const complain = (details: object, message: string) => {
      complaints.push(`${message} ${JSON.stringify(details)}`);
      onComplaint();
    };
    const log = {
      info: (details: object) => runs.push((details as { removed: Record<string, number> }).removed),
      warn: complain,
      error: complain,
    };
    const runner = await startJobRunner({ db: database, connection, clock: () => now, log });
    return { ...runner, runs, complaints };
  }

  const enqueue = () => database.pool.query("select graphile_worker.add_job('purge')");
  const waiting = async () =>
    (await database.pool.query<{ count: number }>("select count(*) from graphile_worker.jobs")).rows[0]!.count;
  const connections = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      "select count(*) from pg_stat_activity where application_name = 'lectern jobs' and datname = current_database()",
    );
    return rows[0]!.count;
  };

  void test("Two runners that start at the same time on a new database share one queue, and each job runs once", async () => {
    const runners = await Promise.all([aRunner(), aRunner()]);
    try {
      const site = await createSite(database, { origin: "https://one.example", name: "One" }, now);
      await database.run`
        insert into rate_limits (site_id, digest, count, expires_at)
        values (${site.id}, 'x', 1, ${new Date(now.getTime() - 1)})`;
      for (let job = 0; job < 20; job++) await enqueue();
      const runs = () => runners.flatMap((runner) => runner.runs);
      await until(() => runs().length >= 20, "twenty runs");
      await until(async () => (await waiting()) === 0, "an empty queue");
      await Promise.all(runners.map((runner) => runner.stop()));
      assert.equal(runs().length, 20);
      assert.equal(runs().filter(({ rateLimits }) => rateLimits === 1).length, 1, "one run found the ended rows");
      assert.deepEqual(
        runners.flatMap(({ complaints }) => complaints),
        [],
      );
    } finally {
      await Promise.allSettled(runners.map((runner) => runner.stop()));
    }
  });

  void test("The schedule is stored in the database once for all processes", async () => {
    const { rows } = await database.pool.query<{ identifier: string }>(
      "select identifier from graphile_worker._private_known_crontabs order by 1",
    );
    assert.deepEqual(
      rows.map(({ identifier }) => identifier),
      [
        "check_progress",
        "deliver_gifts",
        "end_enrollments",
        "expire_orders",
        "expire_seat_offers",
        "notify_of_openings",
        "notify_of_soon_events",
        "process_due_agreements",
        "process_due_subscriptions",
        "publish_due_posts",
        "purge",
        "purge_guests",
        "reconcile_payments",
        "release_abandoned",
        "remind_learners",
        "remind_of_events",
        "remove_released_objects",
        "roll_up",
        "update_statistics",
        "warn_of_expiry",
      ],
    );
  });

  void test("Checks of progress, which can take minutes, run one after the other", async () => {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const tasks = schedule.filter(({ task }) => task === "check_progress");
    for (let run = 0; run < 2; run++) {
      await database.pool.query(
        "update graphile_worker._private_known_crontabs set last_execution = '2026-01-01' where identifier = 'check_progress'",
      );
      await openSchedule({ db: database, log, tasks, onClockReset: () => Promise.resolve() })();
    }
    const { rows } = await database.pool.query<{ queue_name: string | null }>(
      "select queue_name from graphile_worker.jobs where task_identifier = 'check_progress'",
    );
    assert.deepEqual(
      rows.map((row) => row.queue_name),
      ["check_progress", "check_progress"],
    );
  });

  void test("A lock of an email that seems old is released only after its process had the time to send it", async () => {
    await database.pool.query(`
      select graphile_worker.add_job('send_mail', '{}');
      update graphile_worker._private_jobs set locked_at = now() - interval '1 year', locked_by = 'another process'`);
    let seconds = 1000;
    const release = openRelease(database, () => seconds * 1000);
    assert.equal(await release(), 0, "The clock may have been set forward.");
    seconds += 59;
    assert.equal(await release(), 0);
    seconds += 1;
    assert.equal(await release(), 1);
    assert.equal(await release(), 0);
    await database.pool.query(
      "update graphile_worker._private_jobs set locked_at = '2020-01-01', locked_by = 'a killed process'",
    );
    assert.equal(await release(), 0);
    assert.equal(await openRelease(database)({ isStart: true }), 1);
    await database.pool.query("delete from graphile_worker._private_jobs");
  });

  void test("A table without planner statistics, as after a restore, is analyzed on schedule", async () => {
    await database.pool.query(
      "create table restored with (autovacuum_enabled = off) as select generate_series(1, 9999)",
    );
    const runner = await aRunner();
    await database.pool.query("select graphile_worker.add_job('update_statistics')");
    const analyzed = "select from pg_class where relname = 'restored' and reltuples = 9999";
    await until(async () => (await database.pool.query(analyzed)).rowCount === 1, "statistics");
    await runner.stop();
    await database.pool.query("drop table restored");
  });

  void test("Sites with an index of older rules are searched for at the start, and no job runs if there are none", async () => {
    const site = await createSite(database, { origin: "https://old.example", name: "Old" }, now);
    const scope = { db: database, site };
    const id = newId();
    await insertCourse(scope, { id, slug: "knots", name: "Knots", descriptionMarkdown: "" }, now);
    const queued = async () =>
      (await database.pool.query("select from graphile_worker.jobs where task_identifier = 'index_old_rows'")).rowCount;
    const fresh = await aRunner();
    await fresh.stop();
    assert.equal(await queued(), 0);
    await database.run`update courses set search_terms = '{!}' where site_id = ${site.id} and id = ${id}`;
    await database.run`update sites set search_version = 1 where id = ${site.id}`;
    const next = await aRunner();
    const isOld = () =>
      database.first`select id from courses where site_id = ${site.id} and id = ${id} and search_terms = '{!}'`;
    await until(async () => (await isOld()) === undefined, "the course in the index");
    await until(async () => (await queued()) === 0, "the end of the job");
    await next.stop();
  });

  void test("A stopped runner takes no more jobs and leaves no connection; the next runner takes the job", async () => {
    const stopped = await aRunner();
    await stopped.stop();
    await until(async () => (await connections()) === 0, "no connection");
    // A runner that starts at the end of a minute queues the tasks of the next one.
    const [before, runs] = [await waiting(), stopped.runs.length];
    await enqueue();
    assert.deepEqual([stopped.runs.length, await waiting()], [runs, before + 1]);
    const next = await aRunner();
    await until(() => next.runs.length > 0, "the job of before");
    await next.stop();
  });

  void test("After the clock went back by a day, scheduled tasks and waiting jobs run immediately", async () => {
    // The state that a process leaves whose clock was ahead.
    await enqueue();
    await database.pool.query(`
      update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 day';
      update graphile_worker._private_jobs set run_at = now() + interval '1 day', created_at = now() + interval '1 day'`);
    const [runner, other] = await Promise.all([aRunner(), aRunner()]);
    try {
      const runs = () => [runner, other].flatMap((one) => one.runs.filter((removed) => removed));
      // The waiting job and the scheduled one.
      await until(() => runs().length === 2, "two runs");
      const ahead = "select from graphile_worker._private_known_crontabs where last_execution > now()";
      assert.equal((await database.pool.query(ahead)).rowCount, 0);
      const complaints = [...runner.complaints, ...other.complaints];
      assert.equal(complaints.filter((line) => line.includes("clock")).length, 1, "one process queued the tasks");
    } finally {
      await Promise.all([runner.stop(), other.stop()]);
      // Without storage, these runners leave one task.
      await database.pool.query("delete from graphile_worker._private_jobs");
    }
  });

  void test("A start waits for a database that refuses its first connections", async () => {
    const { proxy, connection } = await aProxyTo(installation.connection);
    await proxy.cut();
    let restored: Promise<void> | undefined;
    const runner = await aRunner(connection, () => void (restored ??= proxy.restore()));
    try {
      assert.match(runner.complaints[0]!, /^the database did not respond to the job queue, which tries again /);
      await enqueue();
      await until(() => runner.runs.length === 1, "a run after the start");
    } finally {
      await runner.stop();
      await proxy.close();
    }
  });

  void test("Broken connections are logged, and the next job still runs", async () => {
    const runner = await aRunner();
    try {
      // The queue listens: its start has ended, and cannot be what breaks.
      await enqueue();
      await until(() => runner.runs.length === 1, "a run before the break");
      const { rows: broken } = await database.pool.query<{ pid: number }>(
        `select pid, pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'lectern jobs' and datname = current_database()`,
      );
      // A connection that has not ended yet could take the job with it.
      const pids = broken.map(({ pid }) => pid);
      const gone = "select 1 from pg_stat_activity where pid = any($1)";
      await until(async () => (await database.pool.query(gone, [pids])).rowCount === 0, "the end of the connections");
      await until(() => runner.complaints.length > 0, "a warning");
      await enqueue();
      await until(() => runner.runs.length === 2, "a run after the break");
    } finally {
      await runner.stop();
    }
  });

  void test("Connections that break while queues start delay their start", async () => {
    let started = 0;
    const starts = Array.from({ length: 5 }, () => aRunner().finally(() => started++));
    for (let breaks = 0; breaks < 60 && started < starts.length; breaks++) {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'lectern jobs' and datname = current_database()`,
      );
    }
    const runners = await Promise.all(starts);
    try {
      await enqueue();
      await until(() => runners.some(({ runs }) => runs.length > 0), "a run");
    } finally {
      await Promise.all(runners.map((runner) => runner.stop()));
    }
  });
});
